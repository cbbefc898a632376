import { Text } from '@chakra-ui/react'

/** Below a set of fields: its error, otherwise its hint. */
export const FieldsetNote = ({ error, hint }: { error: string | null | undefined; hint?: string }) =>
  (error ?? hint) && (
    <Text
      role={error ? 'alert' : undefined}
      textStyle="small"
      color={error ? 'accent' : 'ink.2'}
      fontWeight={error ? 'medium' : 'normal'}
      mt="1.5"
    >
      {error ?? hint}
    </Text>
  )
