import { readdirSync } from 'node:fs'
import path from 'node:path'
import { ROOT } from './ensure-installed.mjs'

/**
 * What `npm test` leaves to `npm run test:thorough`, which CI runs after it: what costs much, and breaks when one works
 * on it or on what it stands on. A test of the server that is not named here is of `npm test`; a journey that is not
 * named is of `npm run test:thorough`.
 */
const SERVER = [
  // Processes that are killed, disks that are full, databases and stores that go away.
  'backup',
  'bus',
  'disk-full',
  'doctor',
  'faults',
  'object-store',
  'operator-users',
  'process',
  'readiness',
  'recovery',
  'several-processes',
  'sockets',
  // Files, sites, providers, clients and people that mean harm, and a site's bad day.
  'attack-accounts',
  'attack-enumeration',
  'attacks/fuzz',
  'attacks/limits',
  'attacks/outgoing',
  'attacks/provisioning',
  'attacks/surface',
  'crawling/hostile-site',
  'hostile-providers',
  'ingestion/hostile',
  'models/endless-lines',
  'source-floor',
  'sources',
  // Services that others offer, by their protocols, and programs that use ours.
  'api-guide',
  'channels/letter',
  'channels/mail',
  'channels/mailbox',
  'channels/slack',
  'code-samples',
  'connectors/bucket',
  'connectors/confluence',
  'connectors/github',
  'connectors/google-drive',
  'connectors/notion',
  'connectors/sign-in',
  'mcp',
  'model-providers',
  'openai-shape',
  'provisioning',
  'reference',
  'single-sign-on',
  'stripe-renewals',
  'tracing',
  'webhooks',
  'zendesk',
  // Rules that work through the nights of months.
  'invoices',
  'personal-data',
  'renewals',
  'retention',
  // Every case of one feature, with documents that are read and answers that are written.
  'analytics',
  'assistant-models',
  'assistant-readers',
  'brand',
  'chat-history',
  'conversations',
  'demo',
  'document-readers',
  'document-versions',
  'documents',
  'files',
  'follow-ups',
  'full-lists',
  'handover',
  'news',
  'own-handover',
  'sample',
  'uploads',
  // Engines that seldom change, and what is tried a thousand times.
  'answering/found-for-a-model',
  'crawling/crawl',
  'indexes',
  'ingestion/parser',
  'ingestion/recognition',
  'ingestion/split',
  'local-models/local-models',
  'readers-property',
  'retrieval/another-model',
  'retrieval/killed-writing',
  'retrieval/meaning-away',
  'retrieval/rerank',
  'retrieval/search',
  'retrieval/settings',
  'retrieval/snapshots',
].map((name) => `tests/server/${name}.test.ts`)

/** The way of everybody, and the app on a server that knows the specification alone. */
const QUICK_JOURNEYS = [
  'budgets',
  'entrance',
  'main-job',
  'shell',
  'specified/billing',
  'specified/entrance',
  'specified/workspace',
  'switching',
].map((name) => `tests/e2e/${name}.spec.ts`)

/** Journeys that are recorded run with the pages for reviewers, which show them. */
const otherJourneys = () =>
  readdirSync(path.join(ROOT, 'tests/e2e'))
    .map((file) => `tests/e2e/${file}`)
    .filter((file) => file.endsWith('.spec.ts') && !QUICK_JOURNEYS.includes(file))

/** Arguments of Vitest that choose the tests of the server. */
const serverFiles = {
  quick: () => SERVER.flatMap((file) => ['--exclude', file]),
  thorough: () => SERVER,
  nightly: () => [],
}

/** Arguments of Playwright that choose the journeys. */
const journeyFiles = { quick: () => QUICK_JOURNEYS, thorough: otherJourneys, nightly: () => [] }

export { journeyFiles, serverFiles }
