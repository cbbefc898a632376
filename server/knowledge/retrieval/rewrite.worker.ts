import { answerCalls } from '../../kernel/workers.ts'
import { rewrite } from './index/rewrites.ts'

answerCalls(rewrite)
