import { readdirSync } from 'node:fs'
import path from 'node:path'
import { ROOT } from './ensure-installed.mjs'

/**
 * What `npm test` leaves to `npm run test:thorough`, which CI runs after it: what costs much, and breaks when one works
 * on it or on what it stands on. A file that is not named here is of `npm test`.
 */
const SERVER = [
  // Processes that are killed, disks that are full, databases that go away.
  'backup',
  'bus',
  'disk-full',
  'doctor',
  'faults',
  'operator-users',
  'process',
  'readiness',
  'recovery',
  'several-processes',
  // Files, sites, providers and clients that mean harm, and a site's bad day.
  'attacks/fuzz',
  'attacks/limits',
  'attacks/outgoing',
  'attacks/provisioning',
  'crawling/hostile-site',
  'hostile-providers',
  'ingestion/hostile',
  'models/endless-lines',
  'source-floor',
  // Services that others offer, by their protocols, and programs that use ours.
  'api-guide',
  'channels/mail',
  'channels/mailbox',
  'channels/slack',
  'code-samples',
  'connectors/bucket',
  'connectors/confluence',
  'connectors/github',
  'connectors/google-drive',
  'connectors/notion',
  'model-providers',
  'provisioning',
  'single-sign-on',
  'tracing',
  'webhooks',
  'zendesk',
  // Rules that work through the nights of months.
  'personal-data',
  'retention',
  // Engines that seldom change, and what is tried a thousand times.
  'crawling/crawl',
  'indexes',
  'ingestion/parser',
  'ingestion/recognition',
  'readers-property',
  'retrieval/another-model',
  'retrieval/killed-writing',
  'retrieval/snapshots',
].map((name) => `tests/server/${name}.test.ts`)

const JOURNEYS = [
  // Every screen once, in each way to read it, to operate it and to come to it.
  'direction',
  'forced-colors',
  'front-door',
  'inspect',
  'keyboard',
  'knowledge-base-ways',
  'languages',
  'organization-states',
  'screens',
  'settings',
  'statecharts',
  'touch',
  // A second look at what a shorter journey of `npm test` has been through.
  'accounts',
  'analytics',
  'assistant',
  'chat',
  'compare',
  'documents',
  'documents-awaited',
  'handover-in-chat',
  'improve-answer',
  'organization-chat',
  'private-knowledge',
  'reindex',
  'retention',
  'retrieval',
  // Servers of their own: other services, and ours that ends.
  'confluence',
  'google-drive',
  'integrating',
  'mailbox',
  'many-files',
  'model',
  'models',
  'other-origin',
  'provisioning',
  'resume',
  'session',
  'single-sign-on',
  'slack',
  'web-pages',
  'without-handover',
  'zendesk',
].map((name) => `tests/e2e/${name}.spec.ts`)

const isThorough = (file) => SERVER.includes(file) || JOURNEYS.includes(file)

/** The journeys that `npm test` takes; those that are recorded run with the pages for reviewers. */
const quickJourneys = () =>
  readdirSync(path.join(ROOT, 'tests/e2e'), { recursive: true })
    .map((file) => `tests/e2e/${file.replaceAll(path.sep, '/')}`)
    .filter((file) => file.endsWith('.spec.ts') && !isThorough(file))

/** Arguments of Vitest that choose among these files, and among all of the server where none are named. */
const serverFiles = {
  quick: (files) =>
    files.length > 0
      ? files.filter((file) => !isThorough(file))
      : SERVER.flatMap((file) => ['--exclude', file]),
  thorough: (files) => (files.length > 0 ? files.filter(isThorough) : SERVER),
  nightly: (files) => files,
}

/** Arguments of Playwright that choose the journeys. */
const journeyFiles = { quick: quickJourneys, thorough: () => JOURNEYS, nightly: () => [] }

export { journeyFiles, serverFiles }
