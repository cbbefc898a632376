import { chakra, Text } from '@chakra-ui/react'
import type { ReactNode } from 'react'

/** Several controls, or what stands for one, below their label. */
export const FieldSet = ({ label, children }: { label: ReactNode; children: ReactNode }) => (
  <fieldset>
    <chakra.legend fontWeight="semibold" fontSize="sm" mb="1.5">
      {label}
    </chakra.legend>
    {children}
  </fieldset>
)

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
