import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { Acknowledged } from '../../src/services/contract/common.ts'
import {
  GoldenQuestion,
  GoldenQuestionList,
  GoldenQuestionPatch,
  GoldenRun,
  GoldenRunList,
  NewGoldenQuestion,
} from '../../src/services/contract/golden.ts'
import type { Right } from '../../src/services/contract/roles.ts'
import type { Context } from '../context.ts'
import { messageFor } from '../conversations/conversations.policy.ts'
import { refusal } from '../errors.ts'
import { knowledgeBaseFor } from '../knowledge-bases/knowledge-bases.policy.ts'
import type { Search } from '../retrieval/search.ts'
import type { Evaluation } from './evaluate.ts'
import { goldenQuestionFor } from './golden.policy.ts'
import { presentRun } from './golden.presenter.ts'
import type { GoldenQuestions } from './golden.service.ts'

type Parts = {
  questions: GoldenQuestions
  evaluation: Evaluation
  search: Search
}

const Params = z.object({ id: z.uuid() })
const OF_BASE = '/api/v1/knowledge-bases/:id/golden-questions'
const RUNS = '/api/v1/knowledge-bases/:id/golden-runs'
const ONE = '/api/v1/golden-questions/:id'

export const goldenRoutes =
  ({ db, background }: Context, { questions, evaluation, search }: Parts): FastifyPluginAsyncZod =>
  async (app) => {
    const base = (userId: string, id: string, right: Right) => knowledgeBaseFor(db, userId, id, right)
    const question = (userId: string, id: string) => goldenQuestionFor(db, userId, id, 'edit')

    app.get(
      OF_BASE,
      { schema: { params: Params, response: { 200: GoldenQuestionList } } },
      async ({ user, params }) => questions.of((await base(user.id, params.id, 'read')).id),
    )

    app.post(
      OF_BASE,
      { schema: { params: Params, body: NewGoldenQuestion, response: { 201: GoldenQuestion } } },
      async ({ user, params, body }, reply) => {
        const { id } = await base(user.id, params.id, 'edit')
        return reply.code(201).send(await questions.add(id, user.id, body))
      },
    )

    app.post(
      '/api/v1/messages/:id/golden-question',
      { schema: { params: Params, response: { 201: GoldenQuestion } } },
      async ({ user, params }, reply) => {
        const { message } = await messageFor(db, user.id, params.id)
        const { id } = await base(user.id, await questions.baseOf(message), 'edit')
        const taken = await questions.take(id, user.id, message)
        return reply.code(201).send(taken)
      },
    )

    app.patch(
      ONE,
      { schema: { params: Params, body: GoldenQuestionPatch, response: { 200: GoldenQuestion } } },
      async ({ user, params, body }) => questions.change(await question(user.id, params.id), body),
    )

    app.delete(
      ONE,
      { schema: { params: Params, response: { 200: Acknowledged } } },
      async ({ user, params }) => {
        await questions.remove(await question(user.id, params.id))
        return { message: 'The golden question was deleted.' }
      },
    )

    app.get(
      RUNS,
      { schema: { params: Params, response: { 200: GoldenRunList } } },
      async ({ user, params }) =>
        (await evaluation.runsOf((await base(user.id, params.id, 'read')).id)).map(presentRun),
    )

    app.post(
      RUNS,
      { schema: { params: Params, response: { 202: GoldenRun } } },
      async ({ user, params }, reply) => {
        const { id, settings, indexNumber: index } = await base(user.id, params.id, 'edit')
        const begun = await evaluation.begin(id, { kind: 'manual', settings, index, userId: user.id })
        if (!begun) throw refusal('no_questions')
        background.run('a run of golden questions', async () => {
          await evaluation.finish(begun, async (text, limit) => (await search(text, [id], { limit })).hits)
        })
        return reply.code(202).send(presentRun(begun.run))
      },
    )
  }
