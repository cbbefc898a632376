import { SquarePen } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ImproveAnswerRef } from '../../../machines/assistants/improve-answer/improve-answer.machine.ts'
import type { Message } from '../../../services/contract/conversations.ts'
import { t } from '../../../texts/t.ts'
import { Button } from '../../parts/button.tsx'
import { createProvided, useProvidedActor } from '../../provided.ts'
import { useOrganizationId, useResource, useResourceData } from '../../workspace.ts'
import { ImproveDialog } from './improve-dialog.tsx'

const [ImprovingContext, useImproving] = createProvided<{
  readonly actor: ImproveAnswerRef
  readonly integrationId: string
  /** The assistant's first one. */
  readonly knowledgeBaseId: string
}>('Improving')

/** A conversation with answers that can be improved, and the dialog for one of them. */
export function Improving({ integrationId, children }: { integrationId: string; children: ReactNode }) {
  const actor = useProvidedActor('improveAnswer')
  const assistants = useResourceData(useResource('integrations', { organizationId: useOrganizationId() }))
  const knowledgeBaseId = assistants?.find(({ id }) => id === integrationId)?.knowledge_base_ids[0] ?? ''
  return (
    <ImprovingContext value={{ actor, integrationId, knowledgeBaseId }}>
      {children}
      <ImproveDialog actor={actor} />
    </ImprovingContext>
  )
}

/** Opens the dialog for an answer. */
export function Improve({ question, answer }: { question: string; answer: Message }) {
  const { actor, integrationId, knowledgeBaseId } = useImproving()
  const organizationId = useOrganizationId()
  const subject = {
    organizationId,
    integrationId,
    question,
    before: answer,
    gapIds: answer.answered === false ? [answer.id] : [],
    config: answer.config_version === null ? ('draft' as const) : ('published' as const),
  }
  return (
    <Button
      variant="ghost"
      size="sm"
      onClick={() => actor.send({ type: 'improving.opened', subject, knowledgeBaseId })}
    >
      <SquarePen aria-hidden />
      {t('Improve this answer')}
    </Button>
  )
}
