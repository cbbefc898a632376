import { answerCalls } from '../../kernel/workers.ts'
import { createIndexes, type IndexRequest } from './index/indexes.ts'

const indexes = createIndexes()

answerCalls((request: IndexRequest) => indexes.answer(request))
