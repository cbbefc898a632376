import { Box, Flex, Heading } from '@chakra-ui/react'
import { type ReactNode, useId } from 'react'

/** A part of a page under its own title. */
export function Section({
  title,
  action,
  children,
}: {
  title: string
  action?: ReactNode
  children: ReactNode
}) {
  const id = useId()
  return (
    <Box as="section" aria-labelledby={id} borderTop="1px solid" borderColor="rule" pt="5">
      <Flex justify="space-between" align="center" gap="4" wrap="wrap" mb="3">
        <Heading as="h2" id={id} textStyle="section">
          {title}
        </Heading>
        {action}
      </Flex>
      {children}
    </Box>
  )
}
