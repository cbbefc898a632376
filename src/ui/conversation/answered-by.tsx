import { Text } from '@chakra-ui/react'
import { useResource, useResourceData } from '../workspace.ts'

/** Who writes the answers: a model, or nobody. */
export function AnsweredBy() {
  const system = useResourceData(useResource('system', {}))
  return (
    system && (
      <Text textStyle="small" color="ink.3" mt="2" maxWidth="45rem">
        {system.answers.mode === 'quoted'
          ? 'Quoting mode: no language model is configured, so answers are sentences of your documents.'
          : `Answers are written by ${system.answers.model} from your documents.`}
      </Text>
    )
  )
}
