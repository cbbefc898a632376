import type { Context } from '../../context.ts'
import { createMessagesRepository } from '../../conversations/messages.repository.ts'
import type { Module } from '../../module.ts'
import type { Retrieval } from '../retrieval/retrieval.module.ts'
import { createEvaluate } from './evaluate.ts'
import { presentRun } from './golden.presenter.ts'
import { createGoldenRepository } from './golden.repository.ts'
import { goldenRoutes } from './golden.routes.ts'
import { createGoldenQuestions } from './golden.service.ts'

/** Golden questions of knowledge bases: expected passages, and how often they are found. */
export const createGoldenModule = (context: Context, { search }: Pick<Retrieval, 'search'>) => {
  const golden = createGoldenRepository(context.db)
  const evaluation = createEvaluate({
    golden,
    background: context.background,
    notify: (run) =>
      context.hub.publish(`knowledge-base:${run.knowledgeBaseId}`, 'golden_run_update', presentRun(run)),
  })
  const questions = createGoldenQuestions({
    golden,
    messages: createMessagesRepository(context.db),
    withLock: context.database.withLock,
  })
  return {
    plugin: goldenRoutes(context, { questions, evaluation, search }),
    evaluation,
  } satisfies Module & Record<string, unknown>
}
