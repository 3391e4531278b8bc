//! Storage with typed handles.

use std::fmt;
use std::hash::{BuildHasher, Hash};
use std::marker::PhantomData;
use std::num::NonZeroU32;
use std::ops::{Index, IndexMut};

use hashbrown::HashTable;
use rustc_hash::FxBuildHasher;

use crate::{Count, Type};

/// A handle to an item of an [`Arena`]: its position there.
pub struct Id<T> {
    /// One more than the position, so that an optional handle has the same size.
    number: NonZeroU32,
    item: PhantomData<fn() -> T>,
}

impl<T> Id<T> {
    /// The handle of the item at a position.
    pub fn from_index(index: usize) -> Self {
        let number = u32::try_from(index + 1).ok().and_then(NonZeroU32::new);
        Id { number: number.expect("an arena has fewer than 2^32 items: each takes at least a byte of source"), item: PhantomData }
    }

    /// The position of the item in its arena, from 0.
    pub fn index(self) -> usize {
        self.number.get() as usize - 1
    }
}

impl<T> Clone for Id<T> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<T> Copy for Id<T> {}
impl<T> PartialEq for Id<T> {
    fn eq(&self, other: &Self) -> bool {
        self.number == other.number
    }
}
impl<T> Eq for Id<T> {}
impl<T> PartialOrd for Id<T> {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}
impl<T> Ord for Id<T> {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.number.cmp(&other.number)
    }
}
impl<T> Hash for Id<T> {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.number.hash(state);
    }
}
impl<T> fmt::Debug for Id<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{}", self.index())
    }
}

/// Items in order of addition, each with an [`Id`].
#[derive(Clone, Debug)]
pub struct Arena<T> {
    items: Vec<T>,
}

impl<T> Default for Arena<T> {
    fn default() -> Self {
        Arena { items: Vec::new() }
    }
}

impl<T> Arena<T> {
    /// Adds an item.
    pub fn push(&mut self, item: T) -> Id<T> {
        self.items.push(item);
        Id::from_index(self.items.len() - 1)
    }

    /// Reserves capacity for `items` more items.
    pub fn reserve(&mut self, items: usize) {
        self.items.reserve(items);
    }

    /// The number of items.
    pub fn len(&self) -> usize {
        self.items.len()
    }

    /// Whether the arena is empty.
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// All items with their handles, in order of addition.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (Id<T>, &T)> + DoubleEndedIterator {
        self.items.iter().enumerate().map(|(index, item)| (Id::from_index(index), item))
    }
}

impl<T> Index<Id<T>> for Arena<T> {
    type Output = T;

    fn index(&self, id: Id<T>) -> &T {
        &self.items[id.index()]
    }
}

impl<T> IndexMut<Id<T>> for Arena<T> {
    fn index_mut(&mut self, id: Id<T>) -> &mut T {
        &mut self.items[id.index()]
    }
}

/// A handle to a [`Type`].
pub type TypeId = Id<Type>;

/// All types of a module, each once unless [`TypeArena::add`] added it separately.
#[derive(Clone, Debug, Default)]
pub struct TypeArena {
    items: Vec<Type>,
    table: HashTable<u32>,
}

impl TypeArena {
    /// The handle of a type. Types that it refers to must have been interned before; the fields of a struct before
    /// the struct type itself.
    pub fn intern(&mut self, ty: Type) -> TypeId {
        let hash = FxBuildHasher.hash_one(ty);
        let items = &self.items;
        if let Some(&found) = self.table.find(hash, |&id| items[id as usize] == ty) {
            return Id::from_index(found as usize);
        }
        let id = Id::from_index(self.items.len());
        self.items.push(ty);
        let items = &self.items;
        self.table.insert_unique(hash, id.index() as u32, |&id| FxBuildHasher.hash_one(items[id as usize]));
        id
    }

    /// The handle of a separate type, which [`TypeArena::intern`] never returns for an equal one: compiled files
    /// have types that differ only in the offsets of their members.
    pub fn add(&mut self, ty: Type) -> TypeId {
        self.items.push(ty);
        Id::from_index(self.items.len() - 1)
    }

    /// The element type inside all arrays: `float` of `float[2][3]`; any other type itself.
    #[inline]
    pub fn peel_arrays(&self, mut ty: TypeId) -> TypeId {
        while let Type::Array { element, .. } = self[ty] {
            ty = element;
        }
        ty
    }

    /// The number of elements of each array around [`Self::peel_arrays`], outermost first: 2 and 3 for `float[2][3]`.
    ///
    /// ```
    /// # use padstone_model::{Count, Scalar, Type, TypeArena};
    /// let mut types = TypeArena::default();
    /// let float = types.intern(Type::Scalar(Scalar::Float32));
    /// let row = types.intern(Type::Array { element: float, count: Count::Known(3) });
    /// let rows = types.intern(Type::Array { element: row, count: Count::Known(2) });
    /// assert_eq!(types.dimensions(rows).collect::<Vec<_>>(), [Count::Known(2), Count::Known(3)]);
    /// assert_eq!(types.peel_arrays(rows), float);
    /// ```
    pub fn dimensions(&self, mut ty: TypeId) -> impl Iterator<Item = Count> + '_ {
        std::iter::from_fn(move || match self[ty] {
            Type::Array { element, count } => {
                ty = element;
                Some(count)
            }
            _ => None,
        })
    }

    /// The number of types.
    pub fn len(&self) -> usize {
        self.items.len()
    }

    /// Whether the arena is empty.
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// All types with their handles; a type follows those that it refers to.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (TypeId, &Type)> + DoubleEndedIterator {
        self.items.iter().enumerate().map(|(index, ty)| (Id::from_index(index), ty))
    }
}

impl Index<TypeId> for TypeArena {
    type Output = Type;

    fn index(&self, id: TypeId) -> &Type {
        &self.items[id.index()]
    }
}
