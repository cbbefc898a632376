import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

it.each(['index.html', 'share.html'])(
  'the browser keeps %s out of the notch and of the home indicator: no style does',
  (page) => expect(readFileSync(page, 'utf8')).not.toContain('viewport-fit'),
)
