#!/usr/bin/env node
import { existsSync } from 'node:fs'
import path from 'node:path'
import { ROOT, useSuitableNode } from './suitable-node.mjs'

/** Commands for the people who run Lectern, as the build has left them: node scripts/lectern.mjs help */
await useSuitableNode()
if (!existsSync(path.join(ROOT, 'dist/server/cli.js'))) {
  console.error('Lectern is not built yet: run npm run build first.')
  process.exit(1)
}
process.setSourceMapsEnabled(true)
await import('../dist/server/cli.js')
