import type { Page } from '@playwright/test'
import type { SnapshotFrom } from 'xstate'
import { knowledgeBaseMachine } from '../../../src/machines/knowledge-base/knowledge-base.machine.ts'
import { resourceMachine } from '../../../src/machines/resource/resource.machine.ts'
import { uploadMachine } from '../../../src/machines/upload/upload.machine.ts'
import {
  DEFAULT_RETRIEVAL_SETTINGS,
  type KnowledgeBase,
} from '../../../src/services/contract/knowledge-bases.ts'
import { knowledgeBaseModel } from '../../machines/knowledge-base.model.ts'
import { resourceModel } from '../../machines/resource.model.ts'
import { document } from '../../machines/samples.ts'
import { uploadModel } from '../../machines/upload.model.ts'
import { pressEscape } from '../escape.ts'
import { expect } from '../gateway.ts'
import { enrolled } from '../models/accounts.ts'
import { type ScriptedSockets, scriptSockets } from './scripted-sockets.ts'
import { type Stage, walkInBrowser } from './walk.ts'
import { replyTo } from './walk-form.ts'

const sockets = new WeakMap<Page, ScriptedSockets>()
const main = (page: Page) => page.getByRole('main')
const button = (page: Page, name: string) => main(page).getByRole('button', { name, exact: true })

const HANDBOOKS: KnowledgeBase = {
  id: 'k1',
  organization_id: 'o1',
  name: 'Handbooks',
  description: '',
  settings: DEFAULT_RETRIEVAL_SETTINGS,
  status: 'empty',
  counts: { documents: 0, ready: 0, failed: 0, passages: 0, bytes: 0, words: 0 },
  integration_ids: [],
  last_indexed_at: null,
  created_at: '2026-01-31T12:00:00.000Z',
  updated_at: '2026-01-31T12:00:00.000Z',
}

/** Pages whose list is on its way. */
const asking = new WeakSet<Page>()

/** Somebody changed something: a list that is shown is asked for again. */
async function askAgain(page: Page) {
  if (!asking.has(page)) await sockets.get(page)?.say({ type: 'knowledge_base_update', data: { id: 'k1' } })
}

const rests = (page: Page) => void asking.delete(page)

const LIST = /^GET \/api\/v1\/organizations\/[^/]+\/knowledge-bases$/

const READ_WHOLE = 'a list that is read whole has no next page: the walk of the history reads on'

/** Every list and record: here, the list of knowledge bases. */
walkInBrowser({
  machine: resourceMachine,
  model: {
    ...resourceModel,
    events: (snapshot) => [
      { type: 'data.arrived', data: [] },
      { type: 'data.arrived', data: [HANDBOOKS] },
      ...resourceModel
        .events(snapshot)
        .filter(({ type }) => type !== 'data.arrived')
        // Under a list that is read whole there is nothing to read on.
        .filter(({ type }) => type !== 'retry.requested' || snapshot.matches('failed'))
        // What was read once is kept until there is something else to show.
        .filter(({ type }) => type !== 'data.awaited' || snapshot.value === 'loading'),
    ],
    key: ({ context }) => [JSON.stringify(context.data), context.error === null],
  },
  holds: ({ method, path }) => LIST.test(`${method} ${path}`),
  open: async ({ page, server }) => {
    sockets.set(page, await scriptSockets(page, /\/api\/ws\/organizations\/[^/]+\?/))
    await enrolled(page, server, 'Northwind Boots')
    await page.goto('/knowledge-bases')
    await sockets.get(page)?.standing()
  },
  does: {
    // Nothing is there at first, and the cache says so by itself.
    'data.awaited': async () => {},
    'data.arrived': async ({ page, network }, { data }) => {
      await askAgain(page)
      await network.answer({ body: data })
    },
    'data.failed': async ({ page, network }, { error }) => {
      await askAgain(page)
      // A refusal is not asked for again, as a server that is out of order would be.
      await network.answer({ status: error.status ?? 400, body: { detail: 'No.', code: 'x' } })
    },
    'retry.requested': ({ page }) => button(page, 'Try Again').click(),
  },
  sees: {
    'resource.loading': async ({ page }) => {
      asking.add(page)
      await expect(main(page).locator('[aria-busy=true]').first()).toBeVisible()
    },
    'resource.failed': async ({ page }) => {
      rests(page)
      await expect(main(page).getByRole('alert')).toContainText('No.')
    },
    'resource.missing': async ({ page }) => {
      rests(page)
      await expect(main(page)).toContainText('There is nothing here: it was deleted')
    },
    'resource.empty': async ({ page }) => {
      rests(page)
      await expect(main(page)).toContainText('Nothing to quote from yet.')
    },
    'resource.ready': async ({ page }) => {
      rests(page)
      await expect(main(page).getByRole('link', { name: HANDBOOKS.name })).toBeVisible()
    },
  },
  exceptions: {
    'resource.ready.broken | retry.requested | 0': READ_WHOLE,
    'resource.ready.resting | end.reached | 0': READ_WHOLE,
  },
})

async function openKnowledgeBase({ page, server }: Stage) {
  const { post, organizationId } = await enrolled(page, server, 'Northwind Boots')
  const { id } = await post(`organizations/${organizationId}/knowledge-bases`, { name: 'Handbooks' })
  await page.goto(`/knowledge-bases/${id}`)
  await expect(page.getByRole('heading', { name: 'Handbooks', level: 1 })).toBeVisible()
}

/** Files on their way. */
walkInBrowser({
  machine: uploadMachine,
  model: {
    ...uploadModel,
    events: (snapshot) =>
      uploadModel
        .events(snapshot)
        // Without a file nothing is chosen; what cannot be sent needs a drop of its own.
        .filter(
          ({ type, files }) =>
            type !== 'files.chosen' ||
            (files.length > 0 && files.every(({ size }: { size: number }) => size === 1000)),
        ),
  },
  holds: ({ method, path }) => method === 'POST' && path.endsWith('/documents'),
  open: openKnowledgeBase,
  does: {
    'files.chosen': async ({ page }, { files }) =>
      page.getByLabel('Choose files').setInputFiles(
        files.map(({ name, size }: { name: string; size: number }) => ({
          name,
          mimeType: 'application/pdf',
          buffer: Buffer.alloc(size),
        })),
      ),
    // The browser tells how much it has sent: all of it, here.
    'upload.progressed': ({ page }) =>
      expect(page.getByRole('progressbar', { name: 'Upload' })).not.toHaveAttribute('aria-valuenow', '0'),
    'upload.answered': ({ network }, { results }) => network.answer({ body: { results } }),
    'upload.failed': ({ network }, { error }) => network.answer({ status: error.status ?? 503 }),
    'line.returned': ({ page }) => page.evaluate(() => void globalThis.dispatchEvent(new Event('online'))),
    'upload.cancelled': async ({ page, network }) => {
      await button(page, 'Cancel').click()
      await network.await(0)
    },
    'namesakes.decided': ({ page }, { sameName }) =>
      button(page, sameName === 'replace' ? 'Replace' : 'Keep Both').click(),
    'retry.requested': ({ page }) => button(page, 'Try Again').click(),
    'report.dismissed': ({ page }) => button(page, 'Dismiss').click(),
  },
  sees: {
    'upload.asking': ({ page }) => expect(main(page)).toContainText('Replace, or keep both?'),
    'upload.idle': async ({ page }) => {
      await expect(button(page, 'Cancel')).toBeHidden()
      await expect(button(page, 'Dismiss')).toBeHidden()
    },
    'upload.sending': ({ page }, { context: { sending, waiting } }) =>
      expect(page.getByText(/^Sending /)).toHaveText(
        `Sending ${sending.length} ${sending.length === 1 ? 'file' : 'files'}${waiting.length > 0 ? ` · ${waiting.length} waiting` : ''}`,
      ),
    'upload.reported': async ({ page }, { context: { accepted, refusals } }) => {
      await expect(main(page)).toContainText(`${accepted} ${accepted === 1 ? 'file' : 'files'} added`)
      for (const { reason } of refusals) await expect(page.getByText(reason).first()).toBeVisible()
    },
    'upload.failed.refused': ({ page }) =>
      expect(main(page).getByRole('button', { name: 'Try Again' })).toBeVisible(),
    'upload.failed.interrupted': ({ page }) =>
      expect(main(page).getByRole('button', { name: 'Try Again' })).toBeVisible(),
  },
})

const FAILED = {
  ...document('d1'),
  status: 'failed',
  error: { code: 'unreadable', message: 'It is damaged.', hint: 'Save it anew.' },
}

const TYPED = { ...document('d2'), source: 'text', type: 'md', name: 'Hours', status: 'ready' }
const PAIR = { ...document('d3'), source: 'faq', type: 'md', name: 'When do you open?', status: 'ready' }

type Snapshot = SnapshotFrom<typeof knowledgeBaseMachine>
const RESTING = { filter: 'applied', selection: 'none', change: 'idle', text: 'idle' } as const
/** The other regions rest while one is walked: each goes its own way. */
const aloneIn = (snapshot: Snapshot, region: keyof typeof RESTING) =>
  (Object.keys(RESTING) as (keyof typeof RESTING)[]).every(
    (other) => other === region || snapshot.matches({ [other]: RESTING[other] }),
  )

/** The box above the list selects all, or, once all are selected, none. */
const isOffered = ({ context: { selected } }: Snapshot, ids: readonly string[]) =>
  ids.length === 0 ? selected.length === 3 : selected.length < 3

/** [S2.12] */
walkInBrowser({
  machine: knowledgeBaseMachine,
  model: {
    ...knowledgeBaseModel,
    events: (snapshot) => [
      ...(aloneIn(snapshot, 'filter')
        ? [{ type: 'live.opened' }, { type: 'live.lost' }, { type: 'filter.changed', change: { q: 'd1' } }]
        : []),
      ...(aloneIn(snapshot, 'selection')
        ? [
            { type: 'document.toggled', id: 'd1' },
            { type: 'documents.selected', ids: ['d1', 'd2', 'd3'] },
            { type: 'documents.selected', ids: [] },
            { type: 'selection.cleared' },
          ].filter(({ ids }) => ids === undefined || isOffered(snapshot, ids))
        : []),
      ...(aloneIn(snapshot, 'change') ? [{ type: 'change.requested', ids: ['d1'], action: 'retry' }] : []),
      ...(aloneIn(snapshot, 'text')
        ? [TYPED, PAIR].map(({ id, source, name }) => ({
            type: 'text.requested',
            document: { id, source, name, enabled: true },
          }))
        : []),
    ],
  },
  holds: ({ method, path }) =>
    (method === 'POST' && path.endsWith('/retry')) || (method === 'GET' && path.endsWith('/file')),
  open: async (stage) => {
    const { page } = stage
    await page.route('**/knowledge-bases/*/documents/search?*', (route) =>
      route.fulfill({ json: { items: [FAILED, TYPED, PAIR], total: 3, has_more: false } }),
    )
    // There is something to be looked for.
    await page.route(/\/api\/v1\/knowledge-bases\/[^/]+$/, async (route) => {
      const answer = await route.fetch()
      const base: KnowledgeBase = await answer.json()
      await route.fulfill({ json: { ...base, counts: { ...base.counts, documents: 3 } } })
    })
    sockets.set(page, await scriptSockets(page, /\/knowledge-bases\/[^/]+\?/, { held: true }))
    await openKnowledgeBase(stage)
  },
  does: {
    'live.opened': async ({ page }) => {
      const read = page.waitForResponse(/\/documents\/search/)
      await sockets.get(page)?.letIn()
      await read
    },
    'live.lost': async ({ page }) => sockets.get(page)?.end(1001),
    'filter.changed': async ({ page }, { change }) => {
      const search = main(page).getByLabel('Search documents')
      if ((await search.inputValue()) === change.q) await search.fill('')
      await search.fill(change.q)
    },
    'document.toggled': ({ page }) => main(page).getByLabel(`Select ${FAILED.name}`).click(),
    'documents.selected': ({ page }) => main(page).getByLabel('Select all that are shown').click(),
    'selection.cleared': ({ page }) => button(page, 'Clear selection').click(),
    'change.requested': ({ page }) => button(page, 'Try Again').click(),
    'xstate.after.typingRests.knowledgeBase.filter.typing': ({ page }) =>
      expect(main(page).getByRole('search')).toHaveAttribute('aria-busy', 'false'),
    'text.requested': async ({ page }, { document: { name } }) => {
      await button(page, `Actions for ${name}`).click()
      await page.getByRole('menuitem', { name: 'Edit' }).click()
    },
    'xstate.done.actor.applyChange': ({ network }) => network.answer({ body: FAILED }),
    'xstate.error.actor.applyChange': async ({ page, network }, { error }) => {
      await network.answer(replyTo(error))
      await expect(page.getByText(error.detail).first()).toBeVisible()
    },
    'xstate.done.actor.loadText': async ({ page, network }) => {
      await network.answer({ body: {} })
      const form = page.getByRole('dialog', { name: /^Edit (text|question)/ })
      await expect(form).toBeVisible()
      await pressEscape(page)
      await expect(form).toBeHidden()
    },
    'xstate.error.actor.loadText': ({ network }, { error }) => network.answer(replyTo(error)),
  },
  exceptions: {
    'knowledgeBase | passage.saved | 0':
      'The Reader and the form lie over the list: a journey edits a passage.',
  },
  sees: {
    'knowledgeBase.progress.live': ({ page }) => expect(main(page)).not.toContainText('Reconnecting…'),
    'knowledgeBase.selection.none': ({ page }) => expect(main(page)).not.toContainText('selected'),
    'knowledgeBase.selection.some': ({ page }) => expect(main(page)).toContainText(/\d of 3 selected/),
    'knowledgeBase.change.idle': ({ page }) => expect(button(page, 'Try Again')).toBeEnabled(),
    'knowledgeBase.change.changing': ({ page }) => expect(button(page, 'Try Again')).toBeDisabled(),
  },
})
