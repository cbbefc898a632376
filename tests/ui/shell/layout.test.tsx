import '../../../src/ui/theme/base.css'
import { Box } from '@chakra-ui/react'
import { expect, it, onTestFinished, vi } from 'vitest'
import { page } from 'vitest/browser'
import { createActor, fromTransition } from 'xstate'
import type { AuditEntry } from '../../../src/services/contract/audit.ts'
import type { System } from '../../../src/services/contract/installation.ts'
import { provideSidebar } from '../../../src/services/shell/sidebar.provide.ts'
import { page as conversationPage } from '../../../src/ui/conversations/conversation/columns.ts'
import { Exchange } from '../../../src/ui/conversations/conversation/exchange.tsx'
import { AuditTable } from '../../../src/ui/organizations/audit-log/audit-table.tsx'
import { ChosenBar, ListColumn } from '../../../src/ui/parts/beside.tsx'
import { Button } from '../../../src/ui/parts/button.tsx'
import { FillBeside } from '../../../src/ui/parts/fill.tsx'
import { Breadcrumbs } from '../../../src/ui/shell/breadcrumbs.tsx'
import { Shell } from '../../../src/ui/shell/shell.tsx'
import { InboxList } from '../../../src/ui/visitors/inbox/inbox-list.tsx'
import { openStage } from '../../harness/stage.tsx'
import { draw } from '../../harness/view.tsx'

const ENTRY: AuditEntry = {
  id: 'e1',
  at: '2026-11-27T23:14:00Z',
  action: 'assistant.changed',
  actor: { kind: 'person', id: 'u1', name: 'Ada Holm', email: 'ada@northwind.example' },
  api_key: null,
  target: { id: 'i1', name: 'Help desk' },
  details: {},
  address: '2001:db8:85a3:8d3:1319:8a2e:370:7348',
  device: 'Chrome on Windows',
}

const SYSTEM: System = {
  version: '1.0.0',
  database: 'embedded',
  answers: { mode: 'quoted', model: null, offered: [] },
  is_administrator: false,
  inbox: true,
  mails: 'sent',
  embeddings: { model: 'words', dimensions: 384 },
}

/** A window as wide as a phone, for this test. */
const onPhone = () => page.viewport(390, 844)

it.each([
  ['sidebar', '256px'],
  ['rail', '48px'],
  ['drawer', '288px'],
])('[S2.24] the %s is %s wide, which is 16, 3 and 18 rem', async (width, pixels) => {
  await draw(<Box width={width} data-testid={width} />)
  expect(getComputedStyle(page.getByTestId(width).element()).width).toBe(pixels)
})

it('[S2.24] is mobile below 768 px', async () => {
  await draw(
    <Box hideBelow="md" data-testid="wide">
      The sidebar
    </Box>,
  )
  const display = () => getComputedStyle(page.getByTestId('wide').element()).display
  await page.viewport(767, 600)
  await expect.poll(display).toBe('none')
  await page.viewport(768, 600)
  await expect.poll(display).toBe('block')
})

it('[S2.23] keeps whether the sidebar is collapsed for 7 days', () => {
  const written = vi.spyOn(document, 'cookie', 'set').mockImplementation(() => {})
  onTestFinished(() => written.mockRestore())
  const sidebar = createActor(provideSidebar()).start()
  sidebar.send({ type: 'sidebar.toggled' })
  expect(written.mock.calls[0]?.[0]).toMatch(/^sidebar=collapsed;.*max-age=604800(;|$)/i)
})

it('[43.1] [S2.30] names on a phone the page and what it is of, with no letter cut', async () => {
  await onPhone()
  const stage = await openStage({
    view: (
      <Box as="nav" width="230px">
        <Breadcrumbs />
      </Box>
    ),
    path: '/integrations/i1/history',
    data: { integrationGeneral: { name: 'Help desk' } },
  })
  const trail = page.getByRole('navigation')
  await expect.element(trail.getByRole('link', { name: 'Help desk' })).toBeVisible()
  await expect.element(trail.getByText('Chat History')).toBeVisible()
  await expect.element(trail.getByText('Integrations')).not.toBeVisible()
  const cut = [...trail.element().querySelectorAll('a, b')].filter(
    (crumb) => crumb.scrollWidth > crumb.clientWidth,
  )
  expect(cut).toEqual([])
  await stage.close()
})

it('moves no link of the sidebar once the server says that it has an inbox', async () => {
  await page.viewport(1280, 800)
  const stage = await openStage({ view: <Shell>{null}</Shell>, path: '/integrations' })
  const sidebar = page.getByRole('navigation', { name: 'Main' })
  const place = () =>
    sidebar.getByRole('link', { name: 'Knowledge Bases' }).element().getBoundingClientRect().y
  await expect.element(sidebar.getByRole('link', { name: 'Inbox' })).toBeVisible()
  const before = place()
  stage.change({ system: SYSTEM })
  await expect.element(sidebar.getByRole('link', { name: 'Inbox' })).toBeVisible()
  expect(place()).toBe(before)
  stage.change({ system: { ...SYSTEM, inbox: false } })
  await expect.element(sidebar.getByRole('link', { name: 'Inbox' })).not.toBeInTheDocument()
  await stage.close()
})

it('[43.1] leaves no button alone in half a row on a phone, however long its neighbours are', async () => {
  await onPhone()
  await draw(
    <ChosenBar>
      {['Übernehmen', 'Als erledigt markieren', 'An den Assistenten zurückgeben'].map((name) => (
        <Button key={name}>{name}</Button>
      ))}
    </ChosenBar>,
  )
  const row = page.getByRole('button', { name: 'Übernehmen' }).element().parentElement as HTMLElement
  const inner = row.getBoundingClientRect().right - Number.parseFloat(getComputedStyle(row).paddingRight)
  const rights = [...row.children].map((button) => Math.round(button.getBoundingClientRect().right))
  expect(rights.slice(1)).toEqual([Math.round(inner), Math.round(inner)])
})

it('[ux 25] has room for the titles of a list beside a conversation on a wide window', async () => {
  await page.viewport(1920, 900)
  await draw(
    <FillBeside>
      <ListColumn title="Conversations">{null}</ListColumn>
    </FillBeside>,
  )
  const column = page.getByRole('heading', { name: 'Conversations' }).element().parentElement
  expect(column?.getBoundingClientRect().width).toBeGreaterThanOrEqual(400)
})

it('shows every state of the inbox whole, however many conversations are in it', async () => {
  await page.viewport(1280, 900)
  const counts = { open: 1234, waiting: 1345, resolved: 15_678 }
  const snapshot = { context: { items: [], counts, hasMore: false }, hasTag: () => false }
  const inbox = { getSnapshot: () => snapshot, subscribe: () => ({ unsubscribe: () => {} }) } as never
  const view = { status: 'open', assignee: 'anyone', requester: 'anyone', conversationId: null } as never
  const stage = await openStage({
    view: (
      <Box width="300px">
        <InboxList inbox={inbox} view={view} />
      </Box>
    ),
  })
  const states = page.getByRole('navigation', { name: 'Status' })
  await expect.element(states.getByText('15,678')).toBeVisible()
  const { right } = states.element().getBoundingClientRect()
  const cut = states
    .getByRole('link')
    .elements()
    .filter((link) => link.getBoundingClientRect().right > right)
  expect(cut.map(({ textContent }) => textContent)).toEqual([])
  await stage.close()
})

it('[ux 24] says when something was done in one line, also beside a long address', async () => {
  await page.viewport(1280, 900)
  await draw(
    <Box width="704px">
      <AuditTable entries={[ENTRY]} />
    </Box>,
  )
  expect(page.getByRole('time').element().getClientRects().length).toBe(1)
})

it('[43.1] names all settings of the audit log in the same way', async () => {
  const fields = 'client_id, externalId, followsReaders, name, office_hours, some_other'
  const { container } = await draw(<AuditTable entries={[{ ...ENTRY, details: { fields } }]} />)
  expect(container.textContent).toContain(
    'Settings: client ID, external ID, permissions of the service, name, office hours, and some other',
  )
})

it('[43.1] calls the restrictions of an export filters', async () => {
  const details = { format: 'csv', fields: 'from, subject' }
  const { container } = await draw(
    <AuditTable entries={[{ ...ENTRY, action: 'export.audit_log', details }]} />,
  )
  expect(container.textContent).toContain('Filters: start date and category')
})

it('[ux 29] fades the text that scrolls under a pinned question', async () => {
  await page.viewport(1280, 900)
  const pointer = createActor(fromTransition(() => null, null)).start() as never
  const question = 'How long can I return boots?'
  await draw(
    <Box css={conversationPage}>
      <Exchange
        exchange={{ key: 'm1', question, answer: null }}
        pointer={pointer}
        reader={{} as never}
        feedback={null}
      />
    </Box>,
  )
  const pinned = page.getByRole('heading', { name: question }).element()
  expect(getComputedStyle(pinned).position).toBe('sticky')
  const fade = getComputedStyle(pinned, '::after')
  expect(fade.backgroundImage).toContain('linear-gradient')
  expect([fade.top, Number.parseFloat(fade.height)]).toEqual([`${pinned.clientHeight}px`, 12])
})
