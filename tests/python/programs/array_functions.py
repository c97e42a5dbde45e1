# ruff: noqa: ARG001, E501, E741, RUF, SIM300, PD, B015 (expressions as people write them)
# fmt: off
"""Functions of numpy, one group per function: A is 4 x 3, B 3 x 3, I 4 x 3 ints, r 3, v 7 ints, x 9 floats, M a mask."""

import numpy as np


def joining(A, B, I, r, v, x, M):
    return (
        *(np.pad(I,1),),
        *(np.pad(r,(2,1),mode='edge'),),
        *(np.pad(I,((1,0),(0,2)),constant_values=7),),
        *(np.pad(I,2,mode='reflect'), np.pad(r,1,'wrap'), np.pad(r,2,'symmetric'),),
        *(np.meshgrid(r,v),),
        *(np.meshgrid(r,v,indexing='ij')[1],),
        *(np.percentile(v,[25,50,75]), np.percentile(v,90), np.quantile(A,0.3), np.percentile(A,40,axis=0), np.quantile(A,[.1,.5],axis=1),),
        *(np.split(v[:6],3), np.array_split(v,3), np.hsplit(A,3), np.split(v,[2,5]), np.vsplit(A,2),),
        *(np.rot90(I), np.rot90(I,2), np.rot90(I,k=-1), np.fliplr(I), np.flipud(I), np.triu(B), np.tril(I), np.triu(I,1),),
        *(np.squeeze(A[:,:1]), A.swapaxes(0,1), np.swapaxes(A,0,1), np.moveaxis(A[None],0,-1).shape, A.squeeze().shape, np.broadcast_to(r,(2,3)), np.expand_dims(r,0), np.atleast_2d(r), np.atleast_1d(3.0),),
        *(np.tile(r,2), np.tile(r,(2,1)), np.tile(A[:2],(2,2)), np.repeat(v,2), np.repeat(A,2,axis=0), np.repeat(v[:3],[1,2,3]), A.repeat(2),),
        *(np.full((2,2),7), np.full(3,0.5), np.full(2,True), np.full_like(A,1), np.zeros((2,3),dtype=int), np.ones(3,dtype=bool), np.eye(3)[1], np.eye(3,dtype=int), np.arange(10)[::3], np.arange(0.,1,.25), np.linspace(0,1,5,endpoint=False), np.linspace(0,10,3,retstep=True),),
        *(np.stack([r,r]), np.stack([r,r],axis=-1), np.vstack((r,r)), np.hstack((A,A)), np.concatenate((A,A),axis=1), np.column_stack((r,r)), np.dstack((r,r)), np.concatenate([A,A],axis=None), np.block([[B,B],[B,B]]),),
        *(np.tri(3), np.diag(r), np.diag(B), np.diag([1,2],k=1), np.diagonal(B), B.diagonal(), np.trace(B), B.trace(), np.vander([1,2,3],3), np.identity(3),),
        *(np.c_[r,r], np.r_[r,1,2], np.r_[0:3], np.mgrid[0:2,0:3], np.ogrid[0:2,0:3],),
        *(np.c_[r,r], np.r_[r,1,2], np.r_[0:3], np.mgrid[0:2,0:3], np.ogrid[0:2,0:3][1],),
        *(np.logspace(0,2,3), np.geomspace(1,100,3), np.cumsum(A,axis=0), np.median(A,axis=1), np.nanargmax([1,np.nan,3.]), np.argmax(v==3),),
    )


def sorted_items(A, B, I, r, v, x, M):
    return (
        *(np.histogram(v), np.histogram(A,bins=4), np.histogram(x,bins=[0,.25,.5,1]), np.histogram(v,bins=3,range=(0,10)), np.histogram(v,bins=4,density=True),),
        *(np.searchsorted([1,3,5],[0,1,2,5,6]), np.searchsorted([1,3,5],3,side='right'), np.digitize(v,[2,4,6]), np.digitize(v,[2,4,6],right=True),),
        *(np.interp(2.5,[1,2,3],[3,2,0]), np.interp([0,1.5,9],[1,2,3],[3,2,0]), np.interp(x,[0,.5,1],[0,1,0]),),
        *(np.partition(v,3)[3], np.argpartition(v,2)[2], np.sort(np.argpartition(v,2)[:2]),),
        *(np.lexsort((I[:,1],I[:,0])),),
        *(np.unique(I,axis=0), np.unique(I,return_counts=True,return_inverse=True),),
        *(np.average(v), np.average(v,weights=[1,2,3,4,5,6,7]), np.average(A,axis=0,weights=[1,2,3,4]),),
        *(np.nansum(np.array([1,np.nan,2])), np.nanmean(np.array([1,np.nan,2])), np.nanmax([1,np.nan,3.]), np.nanmin(A,axis=0), np.nanstd([1,np.nan,3.]), np.nanmedian([1.,np.nan,2]),),
        *(np.apply_along_axis(lambda z: z.sum(), 1, A), np.apply_along_axis(sorted,0,I),),
        *(np.floor_divide(v,2), np.remainder(v,3), np.fmod(v,3), np.less(v,3), np.greater(v,3), np.negative(v), np.logical_xor(M,~M), np.rint(A), np.trunc(A), np.isinf(A),),
        *(np.bincount([0,1,1,3]), np.bincount([0,1,1],minlength=5), np.bincount([0,1,1],weights=[.5,1,2]),),
        *(np.sort(A,axis=0), np.sort(v)[::-1], np.argsort(-v), np.argsort(A,axis=1), np.argsort(v,kind='stable'), sorted(v.tolist()), np.sort(A,axis=None), np.flip(A,axis=1), np.flip(v),),
        *(isinstance(A,np.ndarray), isinstance(v[0],np.integer), isinstance(A[0,0],float), isinstance(v[0],(int,np.integer)), A.dtype==float, v.dtype.kind, type(A).__name__,),
        *(max(v), min(v), sum(v), sorted(v), list(map(int,v)), set(v.tolist()), dict(zip(v.tolist(),range(7),strict=True)), any(M[0]), all(M[0]), len(v), list(v), tuple(v), v.tolist(),),
        *({int(k):int(c) for k,c in zip(*np.unique(I,return_counts=True),strict=True)},),
    )


def algebra(A, B, I, r, v, x, M):
    return (
        *(np.einsum('ij,jk->ik',A,B),),
        *(np.einsum('ii->',B), np.einsum('ij->ji',A), np.einsum('i,i->',r,r), np.einsum('ij,ij->i',A,A),),
        *(np.polyfit([0,1,2,3],[1.,3,5,7.5],1).round(8),),
        *(np.polyval([1,2,3],2), np.polyval([1.,2],x),),
        *(np.cov(A), np.cov(A.T), np.cov(A,rowvar=False), np.cov(r,r[::-1]), np.corrcoef(A), np.corrcoef(r,r**2), np.corrcoef(A,rowvar=False), np.cov(r),),
        *(np.kron(np.eye(2),B), np.cross(r,r[::-1]), np.inner(r,r), np.vdot(A,A), np.tensordot(A,B,axes=1), np.tensordot(A,B,axes=([1],[0])), np.inner(A,B),),
        *(np.linalg.norm(A), np.linalg.norm(A,axis=1), np.linalg.norm(r,1), np.linalg.norm(r,np.inf), np.linalg.norm(A,'fro'), np.linalg.norm(A,axis=1,keepdims=True), np.linalg.norm(r,ord=2),),
        *(np.linalg.solve(B,r), np.linalg.inv(B), np.linalg.det(B), np.linalg.matrix_power(I[:3],3), np.linalg.cholesky(B), np.linalg.slogdet(B),),
        *(np.linalg.eigvalsh(B).round(8), np.linalg.matrix_rank(A), np.linalg.pinv(A).round(8), np.linalg.svd(A,compute_uv=False).round(8), np.linalg.lstsq(A,np.array([1.,2,3,4]),rcond=None)[0].round(8), np.linalg.cond(B).round(6),),
        *(A.T@A, A@B, A.dot(r), B@r, r@B, r@r, (A@B).shape, np.matmul(A,B), np.dot(r,r), np.outer(r,v),),
        *(np.poly1d([1,2,3])(2),),
        *(np.poly([1,2]), np.polyder([1,2,3]), np.polyint([2,2]), np.polymul([1,2],[1,3]), np.polyadd([1],[1,2]),),
    )


def by_item(A, B, I, r, v, x, M):
    return (
        *(np.clip(A,0,None), A.clip(min=0), A.clip(0,3), np.clip(v,2,5), A.clip(max=1),),
        *(np.where(v>4,1,0), np.where(M,A,0.0), np.where(v>4)[0], np.argwhere(v>4).ravel(),),
        *(np.sin(0.5), np.cos(0.5), np.tanh(0.5), np.sin(x).round(10), np.cos(A).round(9), np.tanh(A).round(9), np.exp(x).round(9), np.log1p(x).round(9), np.arctan(x).round(9), np.sinh(x).round(9),),
        *(np.hypot(3,4), np.hypot(A[:,0],A[:,1]), np.arctan2(1,2), np.degrees(np.pi), np.radians(180), np.deg2rad(A), np.rad2deg(x),),
        *(np.nan_to_num(np.array([1,np.nan,np.inf])), np.sign(v-4), np.abs(-3), np.abs(-2.5), np.round(2.567,1), np.floor(2.7), np.ceil(2.1), np.sqrt(16), np.square(3), np.power(2,10), np.power(v,2), np.log(np.e), np.exp(0), np.log2(8), np.log10(1000), np.cbrt(27.0),),
        *(I%2==0, (I%2==0).sum(), I//2, -I, I**2, 2**v, I>>1, I<<1, I&1, I|1, I^3, ~I, divmod(v,3),),
        *(np.where(r>1,r,np.nan), np.nan_to_num(r), np.isnan(r).any(),),
    )


def indices(A, B, I, r, v, x, M):
    return (
        *(A[np.ix_([0,2],[1,2])],),
        *(r[:,np.newaxis]*r[np.newaxis,:],),
        *(v[::-1], v[1::2], A[::-1,::-1], A[-2:,:-1], A[...,0], A[...,None].shape, A[:,None,:].shape,),
        *(np.take(v,[0,2]), np.take(A,[0,2],axis=1), v.take([1,1]), np.delete(v,2), np.delete(v,[0,1]), np.delete(A,1,axis=0), np.insert(v,2,99), np.insert(A,0,1,axis=1), np.insert(A,0,5.0,axis=0), np.append(A,[[1,2,3]],axis=0),),
        *(np.unravel_index(5,(2,3)), np.unravel_index(np.argmax(A),A.shape), np.ravel_multi_index((1,2),(2,3)), list(np.ndindex(2,2)), list(np.ndenumerate(r)),),
        *(np.triu_indices(3), np.tril_indices(3,-1), A[np.triu_indices(3,1)], np.fill_diagonal(B,0), np.indices((2,2)), np.roll(v,2), np.roll(A,1,axis=0), np.roll(A,(1,1),axis=(0,1)),),
        *(np.select([v<3,v>6],[0,1],default=-1),),
        *(np.piecewise(x,[x<.5,x>=.5],[0,1]),),
        *(np.choose([0,1],[[1,2],[3,4]]),),
    )


def others(A, B, I, r, v, x, M):
    return (
        *(np.cumsum(v), np.cumprod(r), v.cumprod(),),
        *(np.convolve([1,2,3],[0,1,.5]), np.convolve(v,[1,1,1],'same'), np.convolve(v,np.ones(3)/3,mode='valid'), np.correlate(v,[1,2],'full'),),
        *(np.inf, np.pi, np.e, -np.inf, np.nan,),
        *(np.vectorize(lambda z: z*2+1)(I), np.vectorize(lambda a,b: max(a,b))(v,4),),
        *(np.fromiter((i*i for i in range(5)),dtype=int), np.fromiter([1,2],float),),
        *(A.sum(axis=(0,1)), A.sum(axis=1,keepdims=True), np.max(A,axis=(0,1)), np.mean(A,axis=(0,1)),),
        *(I.astype(float).tolist(), A.astype(int), M.astype(int).sum(), A.astype('float64'), A.astype(np.float64,copy=False),),
        *(A.argmax(), A.argmax(axis=1), A.argmin(axis=0), I.nonzero(), M.any(axis=0), M.all(),),
        *([row.sum() for row in A], [float(q) for row in I for q in row], list(enumerate(v)),),
        *(3 in v, 4.75 in A, v[v>3].tolist(), v[(v>2)&(v<8)], A[~M],),
        *(np.sum(A,0), np.mean(A,1), np.std(A,0), np.var(A,axis=1,ddof=1), np.ptp(v), np.sum(v>3), np.prod(v[:3]), np.sum([1,2,3]), np.mean([[1,2],[3,4]]), np.max([1,5,2]), np.min(A,0),),
        *(np.diff(v), np.diff(v,n=2), np.diff(A,axis=0), np.gradient(v), np.ediff1d(v), np.trapezoid(v), np.trapezoid(r,[0,1,3]),),
        *(np.array_equal(A,A), np.allclose(A,A+1e-9), np.isclose(1.0,1.0+1e-9), np.isnan(np.nan), np.isscalar(3), np.all(A<100), np.any(v==3), np.count_nonzero(I>2), np.count_nonzero(M,axis=0),),
        *(np.maximum.accumulate(v), np.add.reduce(v), np.multiply.reduce(v[:3]), np.maximum.reduce(A), np.add.accumulate(v), np.subtract.outer(r,r), np.multiply.outer(r,r),),
        *(A.shape, A.ndim, A.size, len(A), A.flatten()[:2], A.ravel(order='F'), A.reshape(2,6), A.reshape(-1,2), A.reshape((3,4)).T, A.copy().T, A.T.flatten(),),
        *(f"{A[0,0]:.2f} {v[0]} {A.sum():.3f} {v.sum()}",),
        *(int(v[0]), float(A[0,0]), bool(M[0,0]), v[0].item(), A[0,0].item(), round(A[0,1],1), abs(A[0,1]), A[0,0]//1, v[0]%3, -v[0],),
        *(np.array(3.0)+1, np.array(5).item(), np.float64(3)/2, np.int64(7)//2, np.array([]),),
        *(np.divide(v,[1,0,1,2,1,1,1],out=np.zeros(7),where=np.array([1,0,1,2,1,1,1])!=0),),
        *(A.dtype, str(A.dtype), A.dtype==np.float64, np.issubdtype(I.dtype,np.integer), np.zeros(2,dtype=I.dtype), np.finfo(float).eps,),
    )


def statements(A, B, I, r, v, x, M):
    made = []
    c=np.zeros(5)
    np.add.at(c,[0,1,1,3],1)
    made.append((c,))
    c=np.zeros((3,2),dtype=int)
    np.add.at(c,([0,1,1],[0,1,1]),[1,2,3])
    made.append((c,))
    C=A.copy()
    C[np.ix_([0,1],[0,2])]=0
    made.append((C,))
    e=np.empty(3)
    e[:]=2
    made.append((e,))
    e=np.empty((2,2),dtype=int)
    e.fill(4)
    made.append((e, np.empty(0), np.empty_like(r).shape,))
    o=np.zeros(3)
    np.add(r,r,out=o)
    made.append((o,))
    o=np.zeros(3)
    np.dot(B,r,out=o)
    made.append((o,))
    C=A.copy()
    C[C<0]=0
    C[1:3,::2]+=10
    C[-1]=[1,2,3]
    C[:,1]*=2
    made.append((C,))
    C=I.copy()
    C[[0,2]]=C[[2,0]]
    made.append((C,))
    w,V=np.linalg.eigh(B)
    made.append((w.round(8), V.round(8),))
    U,s,Vt=np.linalg.svd(A,full_matrices=False)
    made.append(((U*s@Vt).round(8), s.round(8),))
    Q,R=np.linalg.qr(A)
    made.append((Q.round(8),R.round(8),))
    a,b=np.linalg.qr(B)
    made.append(((a@b).round(8),))
    try:
        np.linalg.inv(np.zeros((2,2)))
    except np.linalg.LinAlgError as e:
        made.append((str(e),))
    with np.errstate(divide='ignore',invalid='ignore'):
        z=A/0
    made.append((z,))
    return made


def products(A, B, x, y):
    return (
        A @ B,
        A @ x,
        y @ A,
        A.T @ y,
        x @ x,
        A.T @ A,
        A @ A.T,
        B.T @ A.T,
        A[:1] @ B,
        A[:, 0] @ A[:, 1],
        A[:, 1:] @ x[1:],
    )


def factors(S, b, B):
    positive = S @ S.T + np.eye(len(S))
    return (
        *(np.linalg.solve(S, b), np.linalg.solve(S, B), np.linalg.inv(S), np.linalg.det(S)),
        *(np.linalg.cholesky(positive), np.linalg.matrix_power(S, -2)),
    )


def decompositions(S, T):
    values, vectors = np.linalg.eigh(S + S.T)
    Q, R = np.linalg.qr(T)
    U, s, Vt = np.linalg.svd(T, full_matrices=False)
    rounded = [np.round(each, 6) + 0.0 for each in (values, vectors, Q, R, U * s @ Vt, s, np.linalg.pinv(T))]
    return rounded, np.linalg.matrix_rank(T), np.round(np.linalg.lstsq(T, T[:, 0], rcond=None)[0], 6) + 0.0


GROUPS = [joining, sorted_items, algebra, by_item, indices, others, statements]


def arguments():
    """The arrays; B is symmetric and positive."""
    A = np.array([[1.5, -2.25, 3.0], [0.5, 4.75, -1.0], [2.5, 2.5, 7.125], [9.0, -3.5, 0.25]])
    B, I = np.array([[2.0, 1, 0], [1, 3, 1], [0, 1, 4]]), np.array([[3, 1, 2], [0, 5, 2], [7, 1, 1], [2, 2, 6]])
    return A, B, I, np.array([3.0, 1.0, 2.0]), np.array([5, 3, 8, 1, 9, 2, 7]), np.linspace(0, 1, 9), I > 2


def drawn(seed, *shapes):
    draws = np.random.default_rng(seed)
    return tuple(draws.normal(size=shape) for shape in shapes)


SHAPES = [(2, 3, 4), (5, 20, 3), (3, 9, 5), (8, 8, 8), (7, 17, 2), (2, 33, 4)]  # of products
CASES = [
    *((group, arguments()) for group in GROUPS),
    *((products, drawn(m, (m, k), (k, n), k, m)) for m, k, n in SHAPES),
    *((factors, drawn(n, (n, n), n, (n, 2))) for n in (1, 2, 3, 5)),
    *((decompositions, drawn(n, (n, n), (n + 2, n))) for n in (2, 4)),
]
