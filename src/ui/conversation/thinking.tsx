import { Flex, Spinner } from '@chakra-ui/react'

export const Thinking = () => (
  <Flex align="center" gap="2.5" color="ink.2" role="status">
    <Spinner aria-hidden />
    Looking through the documents…
  </Flex>
)
