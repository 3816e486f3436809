# Wrong: the inner loop over captured stones uses i and j again, so the point that is
# noted down is a stone that was captured and not the move that captured it.

def readboard(fn):
    board=[]
    for i in range(9):
        board.append([0,0,0,0,0,0,0,0,0])
    f=open(fn)
    for s in f:
        s=s.split()
        if len(s)==3:
            board[int(s[0])][int(s[1])]=int(s[2])
    f.close()
    return board

def grow(board,i,j,colour,group):
    if i<0 or i>8 or j<0 or j>8 or board[i][j]!=colour or (i,j) in group:
        return
    group.append((i,j))
    grow(board,i-1,j,colour,group)
    grow(board,i+1,j,colour,group)
    grow(board,i,j-1,colour,group)
    grow(board,i,j+1,colour,group)

def hasair(board,group):
    for (i,j) in group:
        for (a,b) in [(i-1,j),(i+1,j),(i,j-1),(i,j+1)]:
            if a>=0 and a<=8 and b>=0 and b<=8 and board[a][b]==0:
                return True
    return False

def deadstones(board,colour):
    dead=[]
    for i in range(9):
        for j in range(9):
            if board[i][j]==colour:
                group=[]
                grow(board,i,j,colour,group)
                if not hasair(board,group):
                    dead.append((i,j))
    return dead

def eat(board):
    answer=[]
    for i in range(9):
        for j in range(9):
            if board[i][j]==0:
                board[i][j]=1
                row=i
                col=j
                dead=deadstones(board,-1)
                for (i,j) in dead:
                    pass                    # here the stones would be taken off the picture
                if len(dead)>0:
                    answer.append((i,j))
                board[row][col]=0
                i=row
    return answer

def possible(board):
    answer=[]
    for i in range(9):
        for j in range(9):
            if board[i][j]==0:
                board[i][j]=1
                dead=deadstones(board,-1)
                for d in dead:
                    board[d[0]][d[1]]=0
                if (i,j) not in deadstones(board,1):
                    answer.append((i,j))
                for d in dead:
                    board[d[0]][d[1]]=-1
                board[i][j]=0
    return answer

for k in ['0','00','1','2','3','4','5']:
    board=readboard('train_'+k+'.txt')
    if k=='0' or k=='00':
        print('[train]Problem '+k+': rule checking:'+str(deadstones(board,-1)==[] and deadstones(board,1)==[]))
    elif k=='5':
        print('[train]Problem 5: all possible position:'+str(possible(board)))
    else:
        print('[train]Problem '+k+': forward on step:'+str(eat(board)))
