import { answerCalls } from '../worker-calls.ts'
import { createIndexes, type IndexRequest } from './index/indexes.ts'

const indexes = createIndexes()

answerCalls((request: IndexRequest) => indexes.answer(request))
