import { useSelector } from '@xstate/react'
import { useEffect } from 'react'
import type { GettingStartedRef } from '../../../machines/shell/getting-started.machine.ts'
import type { Progress } from '../../../machines/shell/getting-started.types.ts'
import type { Integration } from '../../../services/contract/integrations.ts'
import type { KnowledgeBase } from '../../../services/contract/knowledge-bases.ts'
import { type useResource, useResourceData } from '../../workspace.ts'

const total = (counts: readonly number[]) => counts.reduce((sum, count) => sum + count, 0)

const progressOf = (integrations: readonly Integration[], bases: readonly KnowledgeBase[]): Progress => {
  // What holds documents is what the first step speaks of.
  const knowledgeBase = bases.find(({ counts }) => counts.documents > 0) ?? bases[0] ?? null
  return {
    knowledgeBase: knowledgeBase && { id: knowledgeBase.id, name: knowledgeBase.name },
    documents: total(bases.map(({ counts }) => counts.documents)),
    unread: total(bases.map(({ counts }) => counts.documents - counts.ready - counts.failed)),
    assistant: integrations[0] ? { id: integrations[0].id, name: integrations[0].name } : null,
    questions: total(integrations.map(({ counts }) => counts.questions)),
  }
}

interface Read {
  integrations: ReturnType<typeof useResource<'integrations'>>
  knowledgeBases: ReturnType<typeof useResource<'knowledgeBases'>>
}

/** Tells the first steps what the organization has, as soon as both lists are known and whenever they change. */
export function useFirstSteps(actor: GettingStartedRef, { integrations, knowledgeBases }: Read) {
  const assistants = useResourceData(integrations)
  const bases = useResourceData(knowledgeBases)
  const basesAreMissing = useSelector(knowledgeBases.actor, (resource) => resource.hasTag('missing'))
  useEffect(() => {
    const known = bases ?? (basesAreMissing ? [] : null)
    if (assistants && known) actor.send({ type: 'progress.read', progress: progressOf(assistants, known) })
  }, [actor, assistants, bases, basesAreMissing])
  return actor
}
