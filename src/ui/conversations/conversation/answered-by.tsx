import { Text } from '@chakra-ui/react'
import { t } from '../../../texts/t.ts'
import { useOrganizationId, useResource, useResourceData } from '../../workspace.ts'

/** Who writes the answers: a model, or none. */
export function AnsweredBy() {
  const models = useResourceData(useResource('models', { organizationId: useOrganizationId() }))
  if (!models) return null
  const { default: model, offered } = models
  return (
    <Text textStyle="small" color="ink.3" mt="2" maxWidth="45rem">
      {offered.length > 0
        ? t('Answers are based on your documents. Each answer shows the model that wrote it.')
        : model === null
          ? t('Quoting mode: without a language model, answers quote your documents.')
          : t('Answers are written by {model}, based on your documents.', { model })}
    </Text>
  )
}
