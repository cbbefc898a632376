import { describe, expect, it } from 'vitest'
import { createAddressPolicy } from '../../../server/kernel/fetching/address-policy.ts'

const codeOf = (run: () => unknown) => {
  try {
    run()
    return 'allowed'
  } catch (error) {
    return (error as { reason: { code: string } }).reason.code
  }
}

describe('[S7.32] the addresses that may be read', () => {
  const policy = createAddressPolicy()

  it.each([
    ['loopback', ['127.0.0.1', '127.255.0.9', '::1']],
    ['unspecified', ['0.0.0.0', '0.1.2.3', '::']],
    ['private', ['10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1', 'fc00::1', 'fd12::1']],
    ['link-local, with the metadata of clouds', ['169.254.169.254', 'fe80::1', 'fd00:ec2::254']],
    ['of a carrier', ['100.64.0.1', '100.127.255.255']],
    ['multicast and broadcast', ['224.0.0.1', '239.1.1.1', '255.255.255.255', 'ff02::1']],
    [
      'reserved and for documentation',
      ['240.0.0.1', '192.0.2.1', '198.51.100.1', '203.0.113.1', '198.18.0.1'],
    ],
    ['reserved in IPv6', ['2001:db8::1', '100::1', '2001:2::1', '5f00::1', '4000::1', 'fec0::1']],
    ['mapped', ['::ffff:127.0.0.1', '::ffff:8.8.8.8', '::127.0.0.1', '::ffff:0:127.0.0.1']],
    ['translated', ['64:ff9b::7f00:1', '64:ff9b:1::7f00:1', '2002:7f00:1::', '2001::7f00:1']],
    ['no address', ['', 'example.com', '127.1', '0x7f000001', '127.0.0.1 ', '1.2.3']],
  ])('are none that is %s', (_what, addresses) => {
    for (const address of addresses)
      expect([address, codeOf(() => policy.requireAllowed([address]))]).toEqual([address, 'private_address'])
  })

  it('are public ones, and all of a name', () => {
    expect(codeOf(() => policy.requireAllowed(['93.184.216.34', '2606:2800:220:1::1']))).toBe('allowed')
    expect(codeOf(() => policy.requireAllowed(['93.184.216.34', '10.0.0.1']))).toBe('private_address')
  })

  it('are those of the networks that the operator names, in their own notation', () => {
    const wide = createAddressPolicy({ allowedNetworks: ['10.1.0.0/16', 'fd00::/8'] })
    expect(codeOf(() => wide.requireAllowed(['10.1.200.3', 'fd12::1']))).toBe('allowed')
    expect(codeOf(() => wide.requireAllowed(['10.2.0.1']))).toBe('private_address')
    expect(codeOf(() => wide.requireAllowed(['::ffff:10.1.0.1']))).toBe('private_address')
  })

  it.each([
    ['decimal', 'http://2130706433/', 'private_address'],
    ['hexadecimal', 'http://0x7f.1/', 'private_address'],
    ['octal', 'http://0177.0.0.1/', 'private_address'],
    ['short', 'http://127.1/', 'private_address'],
    ['zero', 'http://0/', 'private_address'],
    ['in other digits', 'http://①②⑦.⓪.⓪.①/', 'private_address'],
    ['with other dots', 'http://127。0。0。1/', 'private_address'],
    ['in percent signs', 'http://%31%32%37.0.0.1/', 'private_address'],
    ['public, but oddly spelt', 'http://134744072/', 'private_address'],
    ['mapped', 'http://[::ffff:127.0.0.1]/', 'private_address'],
    ['loopback in IPv6', 'http://[::1]/', 'private_address'],
    ['with a dot at its end', 'http://example.com./', 'invalid_address'],
    ['an address with a dot at its end', 'http://127.0.0.1./', 'private_address'],
    ['with a name', 'http://ann@example.com/', 'credentials'],
    ['with a name that looks like a host', 'http://example.com@127.0.0.1/', 'credentials'],
    ['with a password', 'https://:secret@example.com/', 'credentials'],
    ['a file', 'file:///etc/passwd', 'not_http'],
    ['ftp', 'ftp://example.com/', 'not_http'],
    ['data', 'data:text/plain,x', 'not_http'],
    ['javascript', 'javascript:alert(1)', 'not_http'],
    ['another port', 'http://example.com:8080/', 'port_not_allowed'],
    ['the port of another protocol', 'http://example.com:25/', 'port_not_allowed'],
    ['no address', 'example.com', 'invalid_address'],
    ['nothing', '', 'invalid_address'],
    ['a broken one', 'http://[::1', 'invalid_address'],
  ])('that is %s is judged by what it names', (_what, address, code) => {
    expect(codeOf(() => policy.parse(address))).toBe(code)
  })

  it.each([
    ['https://example.com', 'https://example.com/'],
    [' HTTPS://Example.com:443/a#b ', 'https://example.com/a'],
    ['http://müller.example/', 'http://xn--mller-kva.example/'],
    ['http://8.8.8.8/x', 'http://8.8.8.8/x'],
  ])('%s is read as %s', (address, read) => {
    expect(policy.parse(address).href).toBe(read)
  })
})
