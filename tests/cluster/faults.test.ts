import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { afterEach, describe, expect, it } from 'vitest'
import { ROOT } from '../../server/kernel/package.ts'
import { type Cluster, startCluster } from '../harness/cluster.ts'
import { lossesOf, NO_LOSSES, startLoad } from '../harness/load.ts'
import { startModelServer } from '../harness/model.ts'
import { signIn } from '../harness/sign-in.ts'

/** CLUSTER_LONG=1 takes five minutes of kills beside 50 askers, and a minute without the bucket. */
const LONG = process.env.CLUSTER_LONG === '1'
const { askers, kills, bucketAway } = LONG
  ? { askers: 50, kills: 30, bucketAway: 60_000 }
  : { askers: 10, kills: 6, bucketAway: 20_000 }
const KILL_EVERY = 10_000 // ms
const RESTART = 7_000 // ms without PostgreSQL
const PATIENCE = 30 * 60_000 // ms; a busy machine takes half a minute for a start

const git = (...args: string[]) => spawnSync('git', args, { cwd: ROOT, encoding: 'utf8' }).stdout.trim()
/** The main line as it was before the schema changed; empty where the history is not here. */
const CHANGED = git('log', '-1', '--first-parent', '-m', '--format=%H', '--', 'server/kernel/db/migrations')
const BEFORE = CHANGED && git('rev-parse', '--verify', '--quiet', `${CHANGED}^`)

describe.runIf(process.env.TEST_DATABASE_URL)('[operate] while people ask and upload', () => {
  let end: (() => Promise<unknown>)[] = []
  afterEach(async () => {
    for (const one of end.reverse()) await one()
    end = []
  })

  const begin = async (size: number, options: Parameters<typeof startCluster>[2] = {}) => {
    const model = await startModelServer({ tokens: ['The river ', 'runs [1].'] })
    end.push(() => model.close())
    const { baseUrl, model: name } = model.endpoint
    const cluster = await startCluster(size, { LLM_BASE_URL: baseUrl, LLM_MODEL: name }, options)
    end.push(() => cluster.close())
    const database = new pg.Client(cluster.place.databaseUrl!)
    await database.connect()
    end.push(() => database.end())
    const ann = await signIn(cluster.url)
    const { body: organization } = await ann.call('POST', '/api/v1/organizations', { name: 'Acme' })
    const base = await ann.filled(organization.id, [
      { name: 'a.txt', content: 'The river of the load runs to the sea.' },
    ])
    const assistant = await ann.integration(organization.id, [base])
    await database.query('update users set email_verified_at = now()')
    const key = await ann.call('POST', `/api/v1/organizations/${organization.id}/api-keys`, {
      name: 'Load',
      scopes: ['read', 'ask', 'write'],
      expires_in_days: null,
    })
    const headers = { authorization: `Bearer ${key.body.secret}` }
    const load = startLoad(cluster.url, headers, { assistant: assistant.id, base })
    return { cluster, database, load }
  }

  const killEach = async (cluster: Cluster) => {
    for (let killed = 0; killed < kills; killed++) {
      const started = Date.now()
      await cluster.kill(cluster.nodes[0]!)
      await cluster.add()
      await wait(Math.max(0, KILL_EVERY - (Date.now() - started)))
    }
  }

  it(
    'processes are killed, the bucket is away and PostgreSQL restarts: nothing is lost, failed or done twice',
    async () => {
      const { cluster, database, load } = await begin(3)
      load.start(askers)
      await killEach(cluster)
      cluster.store.goAway()
      await wait(bucketAway)
      cluster.store.comeBack()
      cluster.line.refuse(true)
      cluster.line.cut()
      await wait(RESTART)
      cluster.line.refuse(false)
      await wait(KILL_EVERY)
      await load.stop()
      console.log(`${load.answers.length} questions, ${load.uploaded.length} documents`)
      expect(load.answers.length).toBeGreaterThan(askers)
      expect(load.uploaded.length).toBeGreaterThan(2)
      expect(await lossesOf(database, load)).toEqual(NO_LOSSES)
    },
    PATIENCE,
  )

  it.skipIf(BEFORE === '')(
    'the version before the schema changed is replaced process by process: nothing fails that a retry does not hide',
    async () => {
      const root = path.join(mkdtempSync(path.join(tmpdir(), 'lectern-before-')), 'lectern')
      git('worktree', 'add', '--detach', root, BEFORE)
      end.push(async () => {
        git('worktree', 'remove', '--force', root)
        rmSync(path.dirname(root), { recursive: true, force: true })
      })
      symlinkSync(path.join(ROOT, 'node_modules'), path.join(root, 'node_modules'))
      const { cluster, database, load } = await begin(2, { root, isMigrated: false })
      const old = [...cluster.nodes]
      load.start(askers)
      await wait(KILL_EVERY)
      for (const node of old) {
        await cluster.add({}, ROOT)
        // Both versions answer beside each other.
        await wait(KILL_EVERY)
        expect((await cluster.stop(node)).code).toBe(0)
      }
      await wait(KILL_EVERY)
      await load.stop()
      expect(load.answers.length).toBeGreaterThan(askers)
      expect(load.uploaded.length).toBeGreaterThan(2)
      expect(await lossesOf(database, load)).toEqual(NO_LOSSES)
    },
    PATIENCE,
  )
})
