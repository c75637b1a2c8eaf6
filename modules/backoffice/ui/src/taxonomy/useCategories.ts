import { useQuery } from '@tanstack/react-query';
import type { Schemas } from '../types';
import { allPages } from './allPages';

export type Category = Schemas['Category'];

/** All categories; undefined until they are read. */
export function useCategories() {
  return useQuery({
    queryKey: ['categories', 'all'],
    queryFn: ({ signal }) => allPages<Category>('/v1/categories', signal),
    retry: false,
  });
}

/** A category as the tree shows it. */
export interface Node {
  category: Category;
  /** How deep it stands: 1 is the top. */
  level: number;
  hasChildren: boolean;
  /** Its place among those of the same parent, from 1, and their number. */
  position: number;
  siblings: number;
}

/** The categories in the order of the tree, each before what stands below it. */
export function treeOf(all: Category[]): Node[] {
  const walk = (parentId: string | null, level: number): Node[] => {
    const children = all.filter((c) => c.parentId === parentId).sort((a, b) => a.position - b.position || a.name.localeCompare(b.name));
    return children.flatMap((category, i) => {
      const below = walk(category.id, level + 1);
      return [{ category, level, hasChildren: below.length > 0, position: i + 1, siblings: children.length }, ...below];
    });
  };
  return walk(null, 1);
}

/** The ids of a category and of all below it: it can't be moved there. */
export function branchOf(all: Category[], id: string): Set<string> {
  const branch = new Set([id]);
  for (const { category } of treeOf(all)) {
    if (category.parentId && branch.has(category.parentId)) branch.add(category.id);
  }
  return branch;
}
