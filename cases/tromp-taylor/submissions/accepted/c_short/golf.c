//Right. Golfed: floods from all stones of a colour; what both reach cancels out.
#include<stdio.h>
int s[99999],p[99999],v[99999],q[99999],n,k,c,i,j,d,t;int main(){for(;~(c=getchar());)if(c==88|c==79|c==45)s[k++]=c;for(;n*n<k;)n++;for(i=k;i--;)p[i+i/n+300]=s[i];for(c=88;c;c=c/88*79){for(t=i=0;i<k;i++)if(s[i]==c)q[t++]=i+i/n+300;for(i=0;i<t;i++)for(int e[]={1,-1,~n,-~n},*m=e;m<e+4;)if(p[j=q[i]+*m++]==45&v[j]!=c)v[q[t++]=j]=c;d=t-d;}d?printf("%c+%d",d>0?87:66,d>0?d:-d):puts("Jigo");}
