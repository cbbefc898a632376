import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import '../../../src/ui/theme/base.css'
import { createIntegrationMachine } from '../../../src/machines/assistants/create-integration.machine.ts'
import { improveAnswerMachine } from '../../../src/machines/assistants/improve-answer/improve-answer.machine.ts'
import { changeReadersMachine } from '../../../src/machines/knowledge/change-readers.machine.ts'
import { createKnowledgeBaseMachine } from '../../../src/machines/knowledge/create-knowledge-base.machine.ts'
import { memberAccessMachine, writeGroupMachine } from '../../../src/machines/organizations/groups.machine.ts'
import { inviteMembersMachine } from '../../../src/machines/organizations/team.machine.ts'
import { confirmationMachine } from '../../../src/machines/shared/confirmation.machine.ts'
import { gettingStartedMachine } from '../../../src/machines/shell/getting-started.machine.ts'
import { IntegrationsScreen } from '../../../src/ui/assistants/integrations/integrations-screen.tsx'
import { AnalyticsScreen } from '../../../src/ui/conversations/analytics/analytics-screen.tsx'
import { UsageScreen } from '../../../src/ui/conversations/usage/usage-screen.tsx'
import { KnowledgeBasesScreen } from '../../../src/ui/knowledge/knowledge-bases/knowledge-bases-screen.tsx'
import { TeamScreen } from '../../../src/ui/organizations/team/team-screen.tsx'
import { cutOff, overflow, squeezed } from '../../harness/layout.ts'
import { openStage, provided, type Scene, still, USER } from '../../harness/stage.tsx'
import { changeRoleModel } from '../../machines/form.model.ts'
import { integration, knowledgeBase } from '../../machines/samples.ts'

/** One word, as German makes them, and nearly as long as a name can be. */
const WORD = 'Verfahrensanweisungsdokumentationsverwaltungsrichtlinienaktualisierung147'
const AT = USER.created_at

const confirmation = still(confirmationMachine)
const spent = { prompt_tokens: 0, completion_tokens: 0, is_estimated: false, costs: [] }
const member = {
  user_id: 'u1',
  email: `${WORD.slice(0, 60)}@northwind.example`,
  first_name: WORD,
  last_name: WORD,
  profile_picture_url: null,
  role: 'owner',
  joined_at: AT,
  last_active_at: null,
} as const

const SCREENS: Record<string, Scene> = {
  Integrations: {
    view: provided(
      {
        createIntegration: still(createIntegrationMachine),
        gettingStarted: still(gettingStartedMachine),
        changeReaders: still(changeReadersMachine),
      },
      <IntegrationsScreen />,
    ),
    data: {
      integrations: [integration({ name: WORD }), integration({ id: 'i2', name: WORD })],
      knowledgeBases: [knowledgeBase()],
      restrictedAssistants: [],
    },
  },
  'Knowledge Bases': {
    view: provided(
      { changeReaders: still(changeReadersMachine) },
      provided({ createKnowledgeBase: still(createKnowledgeBaseMachine) }, <KnowledgeBasesScreen />),
    ),
    data: {
      knowledgeBases: [knowledgeBase({ name: WORD }), knowledgeBase({ id: 'k2', name: WORD })],
      restrictedBases: [],
    },
  },
  Usage: {
    view: <UsageScreen />,
    data: {
      usageSeries: {
        days: [],
        by_integration: [{ integration_id: 'i1', name: WORD, questions: 1, spent }],
        by_channel: [],
        by_model: [],
        spent,
      },
    },
  },
  'Source Analytics': {
    view: provided(
      { ignoreGap: confirmation, reopenGap: confirmation, improveAnswer: still(improveAnswerMachine) },
      <AnalyticsScreen />,
    ),
    data: {
      gaps: [
        {
          answer_ids: ['a1'],
          question: WORD,
          examples: [],
          integration_id: 'i1',
          integration_name: WORD,
          last_asked_at: AT,
        },
      ],
    },
  },
  Team: {
    view: provided(
      {
        changeRole: still(changeRoleModel.machine),
        removeMember: confirmation,
        transferOwnership: confirmation,
        leaveOrganization: confirmation,
        inviteMembers: still(inviteMembersMachine),
        resendInvitation: confirmation,
        revokeInvitation: confirmation,
        writeGroup: still(writeGroupMachine),
        deleteGroup: confirmation,
        memberAccess: still(memberAccessMachine),
      },
      <TeamScreen />,
    ),
    data: {
      members: [member],
      invitations: [],
      groups: [
        {
          id: 'g1',
          organization_id: 'o1',
          name: WORD,
          managed_by: 'hand',
          claim_value: null,
          service_address: null,
          member_ids: [],
          knowledge_bases: [{ id: 'k1', name: WORD }],
          assistants: [],
          documents: 0,
        },
      ],
    },
  },
}

it.each(Object.keys(SCREENS).flatMap((screen) => [390, 1280].map((width) => [screen, width] as const)))(
  '[43.1] %s is not wider than a window of %i px, however long a word of a name is',
  async (screen, width) => {
    await page.viewport(width, 1000)
    const stage = await openStage(SCREENS[screen]!)
    await expect.element(page.getByText(WORD).first()).toBeVisible()
    expect([overflow(), ...squeezed(), ...cutOff()]).toEqual([0])
    await stage.close()
  },
)
