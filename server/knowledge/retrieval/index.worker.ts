import { answerCalls } from '../../kernel/worker-calls.ts'
import { createIndexes, type IndexRequest } from './index/indexes.ts'

const indexes = createIndexes()

answerCalls((request: IndexRequest) => indexes.answer(request))
