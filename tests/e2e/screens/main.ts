import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { chromium } from '@playwright/test'
import config from '../../../playwright.config.ts'
import { DEMO_LOG_IN } from '../../../server/operator/demo/client.ts'
import { registered, type Tokens } from '../models/accounts.ts'
import { newDataDir, removeDataDir, startServer } from '../server.ts'
import { type Demo, type Look, takeLook } from './photographer.ts'

const FOLDER = path.resolve('dist/screenshots')

const STYLE = `body { font: 13px/1.4 sans-serif; margin: 24px; background: #777; color: #fff }
main { display: flex; flex-wrap: wrap; gap: 16px; align-items: flex-start }
figure { margin: 0 } img { display: block; max-width: 420px; max-height: 640px }`

const { values: options } = parseArgs({
  options: {
    /** Parts of names, such as `team,state-reader`. */
    only: { type: 'string', default: '' },
    widths: { type: 'string', default: '390,768,1280,1920' },
    height: { type: 'string', default: '900' },
    themes: { type: 'string', default: 'light,dark' },
    languages: { type: 'string', default: 'en,de,rtl' },
    /** As somebody sees them whose system has colours of its own. */
    'forced-colors': { type: 'boolean', default: false },
    /** Has axe look at each of them; where it finds something, that is said, and the program fails. */
    axe: { type: 'boolean', default: false },
  },
})

const listed = (text: string) => text.split(',')

const LOOKS: readonly Look[] = listed(options.languages).flatMap((language) =>
  listed(options.themes).flatMap((theme) =>
    listed(options.widths).map((width) => ({
      language,
      theme: theme as Look['theme'],
      width: Number(width),
      height: Number(options.height),
      forcedColors: options['forced-colors'],
    })),
  ),
)

/** One page with all pictures of the folder, which are shown in full where they are pressed. */
function writeContactSheet(folder: string) {
  const pictures = readdirSync(folder).filter((name) => name.endsWith('.png'))
  const figures = pictures.map(
    (name) =>
      `<figure><a href="${name}"><img loading="lazy" src="${name}" alt=""></a><figcaption>${path.parse(name).name}</figcaption></figure>`,
  )
  writeFileSync(
    path.join(folder, 'index.html'),
    `<!doctype html><meta charset="utf-8"><title>Screens</title><style>${STYLE}</style><main>${figures.join('\n')}</main>`,
  )
}

async function demoAt(url: string): Promise<Demo> {
  const { email, password } = DEMO_LOG_IN
  const logIn = await fetch(`${url}/api/v1/login`, {
    method: 'POST',
    body: new URLSearchParams({ username: email, password }),
  })
  const member: Tokens = await logIn.json()
  const headers = { authorization: `Bearer ${member.access_token}` }
  const read = async (at: string) => (await fetch(`${url}/api/v1/${at}`, { headers })).json()
  const [organization] = await read('organizations')
  const [integration] = await read(`organizations/${organization.id}/integrations`)
  const [knowledgeBase] = await read(`organizations/${organization.id}/knowledge-bases`)
  const { tokens: newcomer } = await registered(url, 'Southwind Shoes')
  return { url, ids: { integrationId: integration.id, id: knowledgeBase.id }, member, newcomer }
}

rmSync(FOLDER, { recursive: true, force: true })
mkdirSync(FOLDER, { recursive: true })
const dataDir = await newDataDir()
const server = await startServer(dataDir, { DEMO: '1', ADMINISTRATORS: DEMO_LOG_IN.email })
const browser = await chromium.launch(config.use?.launchOptions)
const isWanted = (name: string) => listed(options.only).some((part) => name.includes(part))
try {
  for (const look of LOOKS) {
    const demo = await demoAt(server.url)
    const findings = await takeLook(browser, demo, look, { folder: FOLDER, isWanted, isAudited: options.axe })
    // Said when they are found: all looks together take long.
    for (const finding of findings) console.error(finding)
    if (findings.length > 0) process.exitCode = 1
  }
  writeContactSheet(FOLDER)
  console.log(`in ${FOLDER}`)
} finally {
  await browser.close()
  await server.stop()
  removeDataDir(dataDir)
}
