import { Box, Flex, Heading, Stack, Text } from '@chakra-ui/react'
import { type ReactNode, useId } from 'react'

interface SectionProps {
  title: string
  lead?: ReactNode
  action?: ReactNode
  children?: ReactNode
}

/** A part of a page with its own title, below a thin line. */
export function Section({ title, lead, action, children }: SectionProps) {
  const id = useId()
  return (
    <Box as="section" aria-labelledby={id} borderTop="1px solid" borderColor="rule" pt="6">
      <Flex gap="4" justify="space-between" align="flex-start" wrap="wrap">
        <Box flex="1 1 18rem" minWidth={0}>
          <Heading as="h2" id={id} textStyle="section">
            {title}
          </Heading>
          {lead && (
            <Text color="ink.2" fontSize="md" mt="1" maxWidth="34rem">
              {lead}
            </Text>
          )}
        </Box>
        {action}
      </Flex>
      {/* A closed dialog renders nothing. */}
      <Box mt="4" _empty={{ display: 'none' }}>
        {children}
      </Box>
    </Box>
  )
}

/** An empty part of a page, in one line: its title and lead say what will be here. */
export const EmptyLine = ({ children }: { children: ReactNode }) => (
  <Text color="ink.2" fontSize="md" fontStyle="italic">
    {children}
  </Text>
)

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
