import { Text } from '@chakra-ui/react'

/** Under the fields of a set: what is wrong with them, else what helps to fill them in. */
export const FieldsetNote = ({ error, hint }: { error: string | null | undefined; hint: string }) => (
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
