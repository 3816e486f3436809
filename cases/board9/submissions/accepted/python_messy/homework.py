# Right, but untidy: appends to its file, section after section in any order, one of them
# twice, points as tuples, out of order, some of them twice, blanks before lines.
import random

random.seed(9)
TAG='train'
def get(n):
  b={}
  for l in open('./'+TAG+'_'+n+'.txt').readlines():
    if l.strip()!='': x=l.split(); b[(int(x[0]),int(x[1]))]=int(x[2])
  return b
def nb(p): return [(p[0]+a,p[1]+z) for a,z in [(0,1),(1,0),(0,-1),(-1,0)] if -1<p[0]+a<9 and -1<p[1]+z<9]
def libs(b,p,been):
  been.append(p); n=0
  for q in nb(p):
    if q not in b: n+=1
    elif b[q]==b[p] and q not in been: n+=libs(b,q,been)
  return n
def rule(b):
  for p in b:
    if libs(b,p,[])==0: return False
  return True
def eat(b,p):
  t=dict(b); t[p]=1; dead=[]
  for q in nb(p):
    if q in t and t[q]==-1:
      been=[]
      if libs(t,q,been)==0: dead+=been
  return dead
def can(b,p):
  t=dict(b); t[p]=1
  for q in eat(b,p): t.pop(q,None)
  return libs(t,p,[])>0
def save(n,lines):
  f=open('answer_for_'+TAG+'.txt','a')
  f.write('\n  '+TAG+'_'+n+'  \n\n')
  for l in lines: f.write('   '+l+' \n')
  f.close()
free=lambda b:[(i,j) for j in range(9) for i in range(9) if (i,j) not in b]

b5=get('5')
save('5',['(%d, %d)'%p for p in free(b5)])      # first try, without thinking
for n in ['4','2','1','3']:
  b=get(n); a=[p for p in free(b) if eat(b,p)]
  a=a+a[:2]; random.shuffle(a)
  save(n,['(%d, %d)'%p for p in a])
for n in ['00','0']: save(n,[str(rule(get(n)))])
save('5',['(%d, %d)'%p for p in free(b5) if can(b5,p)])
