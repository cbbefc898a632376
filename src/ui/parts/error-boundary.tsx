import { Flex, Text } from '@chakra-ui/react'
import { Component, type ReactNode } from 'react'
import { t } from '../../texts/t.ts'
import { Button } from './button.tsx'
import { PageFrame } from './page.tsx'

interface Bounded {
  /** Path of the content; another one is drawn without Try Again. */
  readonly at?: string
  readonly children: ReactNode
}

/** S4.22 */
export class ErrorBoundary extends Component<Bounded, { at: string | undefined; broken: boolean }> {
  override state = { at: this.props.at, broken: false }

  static getDerivedStateFromError() {
    return { broken: true }
  }

  static getDerivedStateFromProps({ at }: Bounded, state: { at: string | undefined }) {
    return at === state.at ? null : { at, broken: false }
  }

  override render() {
    if (!this.state.broken) return this.props.children
    return (
      <PageFrame>
        <Flex direction="column" role="alert" gap="4" align="flex-start">
          <Text as="h1" textStyle="title">
            {t('Something went wrong')}
          </Text>
          <Text color="ink.2">{t('The page could not be displayed. Your saved work is safe.')}</Text>
          <Button variant="primary" onClick={() => this.setState({ broken: false })}>
            {t('Try Again')}
          </Button>
        </Flex>
      </PageFrame>
    )
  }
}
