import { createIndexes } from '../../../server/knowledge/retrieval/index/indexes.ts'
import { rewrite } from '../../../server/knowledge/retrieval/index/rewrites.ts'
import type { IndexCaller } from '../../../server/knowledge/retrieval/index-caller.ts'
import { writeIndex } from '../../../server/knowledge/retrieval/index-caller.ts'
import { createMadeUp } from '../../bench/index/made-up.ts'

/** Puts one document after the other into the index of a folder, and writes it each time, until it is killed. */
const [folder = '', first = ''] = process.argv.slice(2)
const call = createIndexes().answer as IndexCaller['call']
const base = 'base'
const madeUp = createMadeUp(1)
const versions: [string, string][] = []
for (let n = 0; ; n++) {
  const document = madeUp.document(n)
  versions.push([document.id, document.version])
  const { missing } = await call<'sync'>({ kind: 'sync', base, folder, versions })
  if (missing.length === 0) continue
  await call<'put'>({ kind: 'put', base, documents: [document] })
  const save = { base, folder, state: `${n}`, isThorough: n % 3 === 0 }
  await writeIndex(save, call, async (request) => rewrite(request))
  if (n > Number(first)) process.send?.(n)
}
