import { describeModel } from '../harness/model/describe-model.ts'
import { connectModel } from './connect.model.ts'
import { crawlModel, sourceFormModel } from './source-form.model.ts'

describeModel(sourceFormModel)
describeModel(crawlModel)
describeModel(connectModel)
