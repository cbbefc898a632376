import { Text } from '@chakra-ui/react'
import { t } from '../../texts/t.ts'
import { useResource, useResourceData } from '../workspace.ts'

/** Who writes the answers: a model, or nobody. */
export function AnsweredBy() {
  const system = useResourceData(useResource('system', {}))
  return (
    system && (
      <Text textStyle="small" color="ink.3" mt="2" maxWidth="45rem">
        {system.answers.mode === 'quoted'
          ? t('Quoting mode: no language model is configured, so answers are sentences of your documents.')
          : t('Answers are written by {model} from your documents.', { model: system.answers.model })}
      </Text>
    )
  )
}
