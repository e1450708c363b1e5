/** Code snippets for the developer of a site: one for its pages, one for its server. */

/** Calls made before the script of the channel has loaded wait in a queue. */
export const browserCode = (pixelId: string): string => `<script>
  (function (page) {
    if (page.fbq) return;
    var fbq = (page.fbq = function () {
      if (fbq.callMethod) fbq.callMethod.apply(fbq, arguments);
      else fbq.queue.push(arguments);
    });
    fbq.queue = [];
    fbq.push = fbq;
    fbq.loaded = true;
    fbq.version = '2.0';
    var script = document.createElement('script');
    script.async = true;
    script.src = 'https://connect.facebook.net/en_US/fbevents.js';
    document.head.appendChild(script);
  })(window);
  fbq('init', '${pixelId}');
  fbq('track', 'PageView');
</script>`;

/** An event sent by browser and server is counted once when both carry the same event_id. */
export const serverCode = (pixelId: string): string => `curl 'https://graph.facebook.com/v21.0/${pixelId}/events' \\
  -H 'Authorization: Bearer <CAPI_TOKEN>' \\
  -H 'Content-Type: application/json' \\
  -d '{
    "data": [{
      "event_name": "Purchase",
      "event_time": <UNIX_SECONDS>,
      "event_id": "<ORDER_NO>",
      "action_source": "website",
      "event_source_url": "<PAGE_URL>",
      "user_data": { "em": ["<SHA256_OF_EMAIL>"], "client_ip_address": "<IP>", "client_user_agent": "<USER_AGENT>" },
      "custom_data": { "currency": "USD", "value": 9.99 }
    }]
  }'`;
