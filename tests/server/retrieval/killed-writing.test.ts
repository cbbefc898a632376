import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { MANIFEST, readManifest } from '../../../server/knowledge/retrieval/index/files.ts'
import { createIndexes } from '../../../server/knowledge/retrieval/index/indexes.ts'
import { versionsOf } from '../../bench/index/made-up.ts'

describe('[39.2] an index whose process is killed while it writes', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'lectern-killed-'))
  afterAll(() => rmSync(folder, { recursive: true }))

  it('is read as it was written last', async () => {
    let written = -1
    for (let kill = 0; kill < 4; kill++) {
      const child = fork(path.join(import.meta.dirname, 'writing.child.ts'), [folder, `${written}`])
      const exited = once(child, 'exit')
      // In the middle of a write, wherever that is.
      await once(child, 'message')
      child.on('message', (n: number) => {
        written = n
        if (Math.random() < 0.5) child.kill('SIGKILL')
      })
      await exited
      // Ten minutes pass for what it had not written to its end.
      for (const file of readdirSync(folder).filter((name) => name.includes('.')))
        utimesSync(path.join(folder, file), 0, 0)
      const versions = versionsOf(written + 1)
      const indexes = createIndexes()
      expect(await indexes.answer({ kind: 'sync', base: 'base', folder, versions })).toEqual({ missing: [] })
      const save = { kind: 'save', base: 'base', folder, state: 'after', isThorough: false } as const
      await indexes.answer(save)
      const named = readManifest(folder)?.segments.map(({ name }) => name) ?? []
      expect(readdirSync(folder).sort()).toEqual([MANIFEST, ...named].sort())
    }
  })
})
