import { Text } from '@chakra-ui/react'
import { t } from '../../texts/t.ts'
import { useOrganizationId, useResource, useResourceData } from '../workspace.ts'

/** Who writes the answers: a model, or nobody. */
export function AnsweredBy() {
  const models = useResourceData(useResource('models', { organizationId: useOrganizationId() }))
  if (!models) return null
  const { default: model, offered } = models
  return (
    <Text textStyle="small" color="ink.3" mt="2" maxWidth="45rem">
      {offered.length > 0
        ? t('Answers are written from your documents. Below each stands which model wrote it.')
        : model === null
          ? t('Quoting mode: no language model is configured, so answers are sentences of your documents.')
          : t('Answers are written by {model} from your documents.', { model })}
    </Text>
  )
}
