import type { FastifyPluginAsync } from 'fastify'
import * as api from '../../../src/services/contract/operations/index.ts'
import type { Right } from '../../../src/services/contract/roles.ts'
import type { Context } from '../../context.ts'
import { messageFor } from '../../conversations/conversations.policy.ts'
import { createReading } from '../../conversations/reading.ts'
import { notFound, refusal } from '../../kernel/errors.ts'
import { serve } from '../../kernel/http/serve.ts'
import { goldenQuestionFor, knowledgeBaseFor } from '../knowledge.policy.ts'
import type { KnowledgeBaseRow } from '../knowledge-bases/knowledge-bases.service.ts'
import type { Search } from '../retrieval/search.ts'
import type { Evaluation } from './evaluate.ts'
import { presentRun } from './golden.presenter.ts'
import type { GoldenQuestions } from './golden.service.ts'

type Parts = {
  questions: GoldenQuestions
  evaluation: Evaluation
  search: Search
}
export const goldenRoutes =
  ({ db, hub, background }: Context, { questions, evaluation, search }: Parts): FastifyPluginAsync =>
  async (app) => {
    const { shownTo } = createReading(db)
    const base = (userId: string, id: string, right: Right) => knowledgeBaseFor(db, userId, id, right)
    const tell = ({ id, organizationId }: Pick<KnowledgeBaseRow, 'id' | 'organizationId'>) =>
      hub.publish(`organization:${organizationId}`, 'knowledge_base_update', { id })
    const question = (userId: string, id: string) => goldenQuestionFor(db, userId, id, 'edit')

    serve(app, api.goldenQuestions.list, async ({ user, params }) =>
      questions.of((await base(user.id, params.id, 'read')).id, user.id),
    )

    serve(app, api.goldenQuestions.add, async ({ user, params, body }) => {
      const found = await base(user.id, params.id, 'edit')
      const added = await questions.add(found.id, user.id, body)
      tell(found)
      return added
    })

    serve(app, api.goldenQuestions.take, async ({ user, params }) => {
      const { message } = await messageFor(db, user.id, params.id)
      const [shown] = await shownTo(user.id, [message])
      if (shown !== message) throw notFound('message')
      const found = await base(user.id, await questions.baseOf(message), 'edit')
      const taken = await questions.take(found.id, user.id, message)
      tell(found)
      return taken
    })

    serve(app, api.goldenQuestions.change, async ({ user, params, body }) => {
      const row = await question(user.id, params.id)
      const changed = await questions.change(row, user.id, body)
      tell(await base(user.id, row.knowledgeBaseId, 'edit'))
      return changed
    })

    serve(app, api.goldenQuestions.remove, async ({ user, params }) => {
      const row = await question(user.id, params.id)
      await questions.remove(row)
      tell(await base(user.id, row.knowledgeBaseId, 'edit'))
      return { message: 'The golden question was deleted.' }
    })

    serve(app, api.goldenQuestions.runs, async ({ user, params }) =>
      (await evaluation.runsOf((await base(user.id, params.id, 'read')).id)).map(presentRun),
    )

    serve(app, api.goldenQuestions.run, async ({ user, params }) => {
      const { id, settings, indexNumber: index } = await base(user.id, params.id, 'edit')
      const origin = { kind: 'manual' as const, settings, index, userId: user.id }
      const begun = await evaluation.begin(id, origin, await evaluation.questionsOf(id))
      if (!begun) throw refusal('no_questions')
      background.run('a run of golden questions', async () => {
        await evaluation.finish(
          begun,
          async (text, limit) =>
            (await search(text, [id], { limit, closed: new Set(), isMeasured: true })).hits,
        )
      })
      return presentRun(begun.run)
    })
  }
