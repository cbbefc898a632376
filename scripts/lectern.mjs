#!/usr/bin/env node
import { existsSync } from 'node:fs'
import path from 'node:path'
import { ROOT, useSuitableNode } from './suitable-node.mjs'

/** Operators' commands from the build: node scripts/lectern.mjs help */
await useSuitableNode()
if (!existsSync(path.join(ROOT, 'dist/server/cli.js'))) {
  console.error('Lectern is not built yet: run npm run build first.')
  process.exit(1)
}
process.setSourceMapsEnabled(true)
await import('../dist/server/cli.js')
