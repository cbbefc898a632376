import { Box, Flex, Heading, Text } from '@chakra-ui/react'
import type { ReactNode } from 'react'

interface PageProps {
  title: string
  lead?: ReactNode
  action?: ReactNode
  children: ReactNode
}

/** A page of the protected area: its title, what it is for, its one action, its content. */
export function Page({ title, lead, action, children }: PageProps) {
  return (
    <Box px={{ base: '5', md: '11' }} py={{ base: '7', md: '9' }} maxWidth="page">
      <Flex gap="4" align={{ md: 'flex-end' }} justify="space-between" mb="6.5" wrap="wrap">
        <Box minWidth={0} flex="1 1 20rem">
          <Heading as="h1" textStyle="title" tabIndex={-1} outline="none" overflowWrap="anywhere">
            {title}
          </Heading>
          {lead && (
            <Text color="ink.2" mt="1">
              {lead}
            </Text>
          )}
        </Box>
        {action}
      </Flex>
      {children}
    </Box>
  )
}
