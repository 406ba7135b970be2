import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.regex.Pattern;

public class Java {
    static final String URL = "https://dakiya.example/api/v1/messages";
    static final HttpClient CLIENT = HttpClient.newHttpClient();

    static HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create(URL + "/" + path))
            .header("x-api-id", "dk_your_api_id")
            .header("x-api-key", "sk_your_api_key")
            .header("content-type", "application/json");
    }

    static String call(HttpRequest.Builder request) throws Exception {
        var response = CLIENT.send(request.build(), BodyHandlers.ofString());
        if (response.statusCode() < 400) return response.body();
        throw new RuntimeException(response.body());
    }

    static String find(String name, String json) {
        var field = Pattern.compile("\"" + name + "\":\"(.*?)\"");
        var match = field.matcher(json.substring(json.indexOf("\"data\":")));
        return match.find() ? match.group(1) : "";
    }

    public static void main(String[] args) throws Exception {
        var sent = call(request("send-message")
            .POST(BodyPublishers.ofString("""
                {
                  "recipient": "9876543210",
                  "message": "Your order has been shipped."
                }""")));
        var id = find("_id", sent);
        var state = find("status", sent);

        // Ask less and less often, and no longer than a minute.
        for (int seconds : new int[] {1, 2, 4, 8, 16, 32}) {
            Thread.sleep(seconds * 1000);
            state = find("status", call(request(id)));
            System.out.println(id + " " + state);
            if (List.of("delivered", "undelivered", "failed", "expired")
                .contains(state)) break;
        }
        if (!state.equals("delivered")) System.exit(1);
    }
}
