import type { IndexRequest } from './index/indexes.ts'
import type { RewriteRequest } from './index/rewrites.ts'
import type { IndexCaller } from './index-caller.ts'

/** Writes an index and compacts its segments with `rewrite`. Returns false if the thread no longer holds the index. */
export const writeIndex = async (
  save: Omit<Extract<IndexRequest, { kind: 'save' }>, 'kind'>,
  call: IndexCaller['call'],
  rewrite: (request: RewriteRequest) => Promise<(string | null)[]>,
): Promise<boolean> => {
  const { base, folder } = save
  const groups = await call<'save'>({ kind: 'save', ...save })
  if (!groups || groups.length === 0) return groups !== null
  const names = await rewrite({ folder, groups })
  for (const [place, group] of groups.entries()) {
    const name = names[place]
    if (name) await call<'replace'>({ kind: 'replace', base, folder, group, name })
  }
  return (await call<'save'>({ kind: 'save', ...save })) !== null
}
