import { readdirSync } from 'node:fs'
import path from 'node:path'
import { ROOT } from './ensure-installed.mjs'

/**
 * Tests that `npm test` leaves to `npm run test:thorough`, which CI runs after it: expensive tests that break
 * only when their subject or its foundations change. Server tests not listed here belong to `npm test`;
 * journeys not listed belong to `npm run test:thorough`.
 */
const SERVER = [
  // Killed processes, full disks, and unreachable databases and stores.
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
  // Malicious files, sites, providers, clients and people, and a site's outage.
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
  // Services that others offer, through their protocols, and programs that use ours.
  'api-guide',
  'channels/claims',
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
  'provisioning',
  'reference',
  'single-sign-on',
  'stripe-renewals',
  'tracing',
  'webhooks',
  'zendesk',
  // Rules that run nightly over months.
  'invoices',
  'personal-data',
  'renewals',
  'retention',
  'seats',
  // Every case of one feature, including reading documents and writing answers.
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
  // A package that is built and started.
  'packaging/package',
  // Engines that seldom change, and tests with a thousand cases.
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

/** The main journey, and the app on a server with nothing but the specification. */
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

const otherJourneys = readdirSync(path.join(ROOT, 'tests/e2e'))
  .map((file) => `tests/e2e/${file}`)
  .filter((file) => file.endsWith('.spec.ts') && !QUICK_JOURNEYS.includes(file))

/** Vitest arguments that select server tests. */
export const serverFiles = { quick: SERVER.flatMap((file) => ['--exclude', file]), thorough: SERVER }

/** Playwright arguments that select journeys. */
export const journeyFiles = { quick: QUICK_JOURNEYS, thorough: otherJourneys }
