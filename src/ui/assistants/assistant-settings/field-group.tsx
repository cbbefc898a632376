import { Heading, Stack } from '@chakra-ui/react'
import { type ReactNode, useId } from 'react'

/** Related fields under a title. */
export function FieldGroup({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <Stack as="section" aria-labelledby={id} gap="5">
      <Heading as="h2" id={id} textStyle="section">
        {title}
      </Heading>
      {children}
    </Stack>
  )
}
