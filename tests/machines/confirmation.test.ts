import { describeModel } from '../harness/model/describe-model.ts'
import * as models from './confirmation.model.ts'

for (const model of Object.values(models)) if ('machine' in model) describeModel(model)
