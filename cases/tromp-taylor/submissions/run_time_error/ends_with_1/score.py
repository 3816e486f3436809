# Ends with exit code 1 after the right answer.
s=[c for c in open(0,'rb').read()if c in b'XO-']
n=int(len(s)**.5)
d=0
for c in b'XO':
 g={i+i//n:x for i,x in enumerate(s)};t=[i for i in g if g[i]==c]
 for i in t:
  for j in i-1,i+1,i-n-1,i-~n:
   if g.get(j)==45:g[j]=c;t+=j,
 d=len(t)-d
print(d and'BW'[d>0]+f'+{abs(d)}'or'Jigo')
exit(1)
