import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import '../../../src/ui/theme/base.css'
import { improveAnswerMachine } from '../../../src/machines/assistants/improve-answer/improve-answer.machine.ts'
import { confirmationMachine } from '../../../src/machines/shared/confirmation.machine.ts'
import { createDownloadMachine } from '../../../src/machines/shell/download.machine.ts'
import { selectSearch } from '../../../src/machines/shell/navigation/navigation.selectors.ts'
import { AnalyticsScreen } from '../../../src/ui/conversations/analytics/analytics-screen.tsx'
import { ConversationBrowser } from '../../../src/ui/conversations/conversation-browser/conversation-browser.tsx'
import { AuditLogScreen } from '../../../src/ui/organizations/audit-log/audit-log-screen.tsx'
import { useContentSearch } from '../../../src/ui/shell/commands.ts'
import { openStage, provided, still } from '../../harness/stage.tsx'

const LOG = '/settings/audit-log'
const LIST = '/conversations'

const openLog = (search: string) =>
  openStage({
    view: provided({ auditDownload: still(createDownloadMachine()) }, <AuditLogScreen />),
    path: `${LOG}${search}`,
    data: { auditLogPages: [] },
  })

const openList = (search: string) =>
  openStage({
    view: provided(
      { deleteConversation: still(confirmationMachine), download: still(createDownloadMachine()) },
      <ConversationBrowser
        browsed={{ path: LIST, title: 'Conversations', integrationId: null, assistants: null }}
      />,
    ),
    path: `${LIST}${search}`,
    data: { conversationsPages: [] },
  })

it('conversations of an organization without any are not looked for behind a filter', async () => {
  const stage = await openList('')
  await expect.element(page.getByText('No questions yet.')).toBeVisible()
  expect(page.getByRole('link', { name: 'Show all' }).query()).toBeNull()
  await stage.close()
})

const searchOf = (stage: Awaited<ReturnType<typeof openLog>>) => selectSearch(stage.navigation.getSnapshot())

it.each([
  ['the audit log', openLog, '?q=ann&subject=webhook&from=2026-01-31', 'Category', 'document'],
  ['conversations', openList, '?q=ann&rating=down&from=2026-01-31', 'Rating', 'up'],
] as const)('filters of %s follow the address', async (_, open, search, label, chosen) => {
  const stage = await open(search)
  const choice = page.getByLabelText(label)
  const from = page.getByLabelText('From')
  await expect.element(from).toHaveValue('2026-01-31')

  await page.getByRole('link', { name: 'Show all' }).click()
  await expect.element(page.getByRole('searchbox')).toHaveValue('')
  await expect.element(choice).toHaveValue('')
  await expect.element(from).toHaveValue('')
  if (open === openList) await page.getByText('Filters').click()
  await choice.selectOptions(chosen)
  await expect.poll(() => searchOf(stage)).toMatch(new RegExp(`^\\??(rating|subject)=${chosen}$`))

  const path = stage.navigation.getSnapshot().context.current!.path.split('?')[0]
  stage.navigation.send({ type: 'history.moved', path: `${path}${search}`, index: 0 })
  await expect.element(page.getByRole('searchbox')).toHaveValue('ann')
  await expect.element(from).toHaveValue('2026-01-31')
  await stage.close()
})

it('text that is being typed stays when another filter changes', async () => {
  const stage = await openLog('?subject=webhook')
  await page.getByLabelText('Person or subject').click()
  await userEvent.keyboard('an')
  stage.navigation.send({ type: 'history.moved', path: `${LOG}?subject=document`, index: 0 })
  await expect.element(page.getByLabelText('Category')).toHaveValue('document')
  await userEvent.keyboard('n')
  await expect.element(page.getByLabelText('Person or subject')).toHaveValue('ann')
  stage.clock.fire(0)
  await expect.poll(() => searchOf(stage)).toMatch(/^\??q=ann&subject=document$/)
  await stage.close()
})

it('the period and the kind of questions of Source Analytics stay when the other is chosen', async () => {
  const confirmation = still(confirmationMachine)
  const stage = await openStage({
    view: provided(
      { improveAnswer: still(improveAnswerMachine), ignoreGap: confirmation, reopenGap: confirmation },
      <AnalyticsScreen />,
    ),
    path: '/analytics?days=7',
    data: { gaps: [], integrations: [] },
  })
  await page.getByRole('link', { name: 'Ignored' }).click()
  await expect.poll(() => searchOf(stage)).toBe('days=7&questions=ignored')
  await page.getByRole('link', { name: '90 days' }).click()
  await expect.poll(() => searchOf(stage)).toBe('days=90&questions=ignored')
  await stage.close()
})

const Found = ({ query }: { query: string }) => (
  <button type="button" onClick={useContentSearch(query)[0]?.run}>
    Search conversations
  </button>
)

it('a pasted text is searched as far as it fits into the field of a search', async () => {
  const stage = await openStage({ view: <Found query={'x'.repeat(201)} /> })
  await page.getByRole('button', { name: 'Search conversations' }).click()
  await expect.poll(() => searchOf(stage)).toBe(`q=${'x'.repeat(200)}`)
  await stage.close()
})
