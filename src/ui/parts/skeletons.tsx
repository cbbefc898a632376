import { Box, Flex, Stack } from '@chakra-ui/react'
import { Loading } from './loading.tsx'
import { BREATHING, SkeletonLine } from './states.tsx'

/** The shape of a list of rows. */
export const SkeletonRows = ({ count = 4 }: { count?: number }) => (
  <Loading gap="0" borderTop="1px solid" borderColor="rule">
    {Array.from({ length: count }, (_, place) => (
      <Flex direction="column" key={place} gap="2" py="4" borderBottom="1px solid" borderColor="rule">
        <SkeletonLine width={place % 2 === 0 ? '42%' : '34%'} />
        <SkeletonLine width="24%" height=".75em" />
      </Flex>
    ))}
  </Loading>
)

/** The shape of form fields, with labels. */
export const SkeletonFields = ({ count = 3 }: { count?: number }) => (
  <Loading gap="5">
    {Array.from({ length: count }, (_, place) => (
      <Stack key={place} gap="2">
        <SkeletonLine width={place % 2 === 0 ? '7rem' : '9rem'} height=".75em" />
        <Box border="1px solid" borderColor="rule" borderRadius="sm" height="10" animation={BREATHING} />
      </Stack>
    ))}
  </Loading>
)

/** Percentages of the height that look like days. */
const BARS = [35, 60, 45, 80, 55, 30, 70, 90, 50, 65, 40, 75]

/** The shape of bars over a line. */
export const SkeletonChart = () => (
  <Loading
    direction="row"
    gap="2"
    align="flex-end"
    height="11rem"
    borderBottom="1px solid"
    borderColor="rule"
  >
    {BARS.map((height) => (
      <Box key={height} bg="rule" flex="1" height={`${height}%`} animation={BREATHING} />
    ))}
  </Loading>
)
