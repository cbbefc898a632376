import { readdirSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { ensureInstalled, ROOT } from './ensure-installed.mjs'
import { hashOf, markBuilt, outputOf, staleParts } from './inputs.mjs'
import { prerender } from './prerender.mjs'

const COMPRESSED = /\.(js|css|html|svg|json|txt|webmanifest)$/
const WORTH_COMPRESSING = 1024 // bytes

await ensureInstalled()
// The caller, such as a test, may have set another value: React, Emotion and Lingui would be built for
// development.
process.env.NODE_ENV = 'production'
const builders = { app: buildApp, server: buildServer }
for (const part of staleParts()) {
  const started = Date.now()
  const hash = hashOf(part)
  await builders[part](await import('vite'))
  markBuilt(part, hash)
  console.log(`Built the ${part} in ${((Date.now() - started) / 1000).toFixed(1)} s.`)
}

async function buildApp({ build }) {
  const outDir = outputOf('app')
  const quiet = { root: ROOT, logLevel: 'warn' }
  await build({ ...quiet, build: { outDir, emptyOutDir: true } })
  await build({ ...quiet, mode: 'share', build: { outDir, emptyOutDir: false } })
  const lib = {
    entry: path.join(ROOT, 'src/embed/embed.ts'),
    formats: ['iife'],
    name: 'lecternEmbed',
    fileName: () => 'embed.js',
  }
  await build({
    ...quiet,
    configFile: false,
    publicDir: false,
    build: { outDir, emptyOutDir: false, target: 'baseline-widely-available', lib },
  })
  await prerender({ build, root: ROOT, outDir })
  await compress(outputOf('app'))
}

/** Writes one file beside each: the server sends files compressed here once, as well as possible. */
async function compress(folder) {
  const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !COMPRESSED.test(entry.name)) continue
    const file = path.join(entry.parentPath, entry.name)
    const content = await readFile(file)
    if (content.length < WORTH_COMPRESSING) continue
    await writeFile(`${file}.br`, await promisify(brotliCompress)(content, brotli))
    await writeFile(`${file}.gz`, await promisify(gzip)(content, { level: constants.Z_BEST_COMPRESSION }))
  }
}

async function buildServer({ build }) {
  // With NODE_ENV=production Lingui has no message parser: the contract's texts are compiled, like the app's.
  const { compiledTexts } = await import('../tools/texts/compiled-texts.ts')
  const workers = readdirSync(path.join(ROOT, 'server'), { recursive: true }).filter((name) =>
    /\.(worker|child)\.ts$/.test(name),
  )
  const entries = ['main.ts', 'cli.ts', ...workers].map((name) => [
    name.slice(0, -'.ts'.length),
    path.join(ROOT, 'server', name),
  ])
  await build({
    root: ROOT,
    configFile: false,
    plugins: [compiledTexts],
    logLevel: 'warn',
    publicDir: false,
    build: {
      ssr: true,
      target: 'node22',
      outDir: outputOf('server'),
      emptyOutDir: true,
      minify: false,
      sourcemap: true,
      rolldownOptions: {
        input: Object.fromEntries(entries),
        // Chunks are beside main: a worker's file is found relative to the module that starts it.
        output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
      },
    },
  })
}
