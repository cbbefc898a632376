import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { assistantSettingsMachine } from '../../../src/machines/assistants/assistant-settings.machine.ts'
import { changeReadersMachine } from '../../../src/machines/knowledge/change-readers.machine.ts'
import { memberAccessMachine } from '../../../src/machines/organizations/groups.machine.ts'
import { confirmationMachine } from '../../../src/machines/shared/confirmation.machine.ts'
import { SettingsForm } from '../../../src/ui/assistants/assistant-settings/settings-form.tsx'
import { ReadersDialog } from '../../../src/ui/knowledge/readers/readers-dialog.tsx'
import { Members } from '../../../src/ui/organizations/team/members.tsx'
import { openStage, provided, Started, still } from '../../harness/stage.tsx'
import { changeRoleModel } from '../../machines/form.model.ts'
import { integration, knowledgeBase, organization } from '../../machines/samples.ts'

const group = (n: number) => ({
  id: `g${n}`,
  organization_id: 'o1',
  name: `Group ${n}`,
  managed_by: 'hand' as const,
  claim_value: null,
  service_address: null,
  member_ids: [],
  knowledge_bases: [],
  assistants: [],
  documents: 0,
})

const choices = (label: string) =>
  page
    .getByRole('group', { name: label, exact: true })
    .getByRole('checkbox')
    .elements()
    .map((box) => box.closest('label')?.textContent)

it('finds one of many groups of readers, says how many match, and keeps the chosen ones', async () => {
  const stage = await openStage({
    view: (
      <Started machine={still(changeReadersMachine)}>
        {(actor) => (
          <>
            <button
              type="button"
              onClick={() => actor.send({ type: 'form.opened', values: { access: 'named' } })}
            >
              Open
            </button>
            <ReadersDialog actor={actor} />
          </>
        )}
      </Started>
    ),
    data: { groups: Array.from({ length: 120 }, (_, n) => group(n)), members: [] },
  })
  await page.getByRole('button', { name: 'Open' }).click()
  await page.getByRole('checkbox', { name: /^Group 7 / }).click()
  await page.getByRole('searchbox', { name: 'Find groups' }).fill('group 119')
  await expect.poll(() => choices('Groups')).toEqual(['Group 7No members', 'Group 119No members'])
  await expect.element(page.getByText('1 match')).toHaveAttribute('role', 'status')
  await stage.close()
})

it('finds one of many knowledge bases of an assistant; Enter does not save', async () => {
  const stage = await openStage({
    view: provided(
      { assistantSettings: still(assistantSettingsMachine) },
      <SettingsForm integration={integration({ knowledge_base_ids: [] })} editable />,
    ),
    data: {
      knowledgeBases: Array.from({ length: 60 }, (_, n) =>
        knowledgeBase({ id: `k${n}`, name: `Base ${n}.` }),
      ),
    },
  })
  await page.getByRole('searchbox', { name: 'Find knowledge bases' }).fill('base 59.')
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => choices('Knowledge bases')).toEqual(['Base 59.No documents'])
  await stage.close()
})

it('finds one of many members by name or address, not by role, and says so if there is none', async () => {
  const member = (n: number) => ({
    user_id: `u${n}`,
    email: `person${n}@northwind.example`,
    first_name: 'Person',
    last_name: String(n),
    profile_picture_url: null,
    role: n === 40 ? ('editor' as const) : ('viewer' as const),
    joined_at: '2026-01-02T00:00:00.000Z',
    last_active_at: null,
  })
  const confirmation = still(confirmationMachine)
  const stage = await openStage({
    view: provided(
      {
        changeRole: still(changeRoleModel.machine),
        removeMember: confirmation,
        transferOwnership: confirmation,
        memberAccess: still(memberAccessMachine),
      },
      <Members organization={organization('o1')} />,
    ),
    data: { members: Array.from({ length: 50 }, (_, n) => member(n)) },
  })
  const rows = () => page.getByRole('list', { name: 'Members' }).getByRole('listitem').elements().length
  await expect.poll(rows).toBe(50)
  const find = page.getByRole('searchbox', { name: 'Find people' })
  for (const words of ['person 27', 'PERSON27@']) {
    await find.fill(words)
    await expect.poll(rows).toBe(1)
  }
  await find.fill('editor')
  await expect.element(page.getByText('Nothing matches.')).toBeVisible()
  await stage.close()
})
